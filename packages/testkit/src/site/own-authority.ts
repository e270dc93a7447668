import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files of a certificate and its key, as PEM. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** An authority of one's own, which no machine trusts by itself. */
export interface OwnAuthority extends CertificateFiles {
  /** Makes a certificate for these names, as `IP:127.0.0.1` or `DNS:host.example`. */
  issue(name: string, subjects: string): CertificateFiles;
}

/** Makes an authority and its certificates in a folder, with `openssl`. */
export function makeOwnAuthority(folder: string): OwnAuthority {
  const filesOf = (name: string): CertificateFiles => ({
    certificate: join(folder, `${name}.crt`),
    key: join(folder, `${name}.key`),
  });
  const openssl = (...parameters: readonly string[]) => void execFileSync("openssl", parameters, { stdio: "ignore" });
  const keyOf = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout"];
  const authority = filesOf("authority");
  const { certificate, key } = authority;
  openssl("req", "-x509", ...keyOf, key, "-out", certificate, "-days", "2", "-subj", "/CN=An authority of one's own");
  return {
    ...authority,
    issue(name, subjects) {
      const issued = filesOf(name);
      const [request, extensions] = [join(folder, `${name}.csr`), join(folder, `${name}.ext`)];
      writeFileSync(extensions, `subjectAltName=${subjects}\n`);
      openssl("req", "-new", ...keyOf, issued.key, "-out", request, "-subj", `/CN=${name}`);
      const signing = ["-CA", certificate, "-CAkey", key, "-CAcreateserial", "-days", "2", "-extfile", extensions];
      openssl("x509", "-req", "-in", request, ...signing, "-out", issued.certificate);
      return issued;
    },
  };
}
