/** The package ships no types; these are of version 7, as far as it is used here. */
declare module "html-encoding-sniffer" {
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { readonly defaultEncoding?: string; readonly maxPrescanBytes?: number },
  ): string | null;
}
