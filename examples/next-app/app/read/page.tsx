import { engine } from "../engine.ts";

interface Props {
  readonly searchParams: Promise<{ readonly url?: string }>;
}

/** A server component that reads a page while it renders: `/read?url=https://example.com`. */
export default async function Read({ searchParams }: Props) {
  const { url } = await searchParams;
  if (url === undefined) return <p>Give a `url`.</p>;
  const { metadata, markdown } = await engine.scrape({ url, formats: ["markdown"] });
  return (
    <main>
      <h1>{metadata.title}</h1>
      <pre style={{ whiteSpace: "pre-wrap" }}>{markdown}</pre>
    </main>
  );
}
