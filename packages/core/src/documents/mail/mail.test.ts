import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { transformCapture } from "../../transform/pipeline.ts";
import { builtInParsers } from "../index.ts";

async function read(message: string | Uint8Array, { contentType = "message/rfc822", name = "mail" } = {}) {
  const body = typeof message === "string" ? new TextEncoder().encode(message) : message;
  const capture = captureOf(body, { url: `https://site.example/${name}`, contentType });
  const options = transformOptions({ outputs: ["markdown", "html"] });
  return await transformCapture(capture, options, { parsers: builtInParsers }, new AbortController().signal);
}

const lines = (...parts: readonly string[]) => parts.join("\r\n");
const base64 = (text: string) => Buffer.from(text).toString("base64");

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const newsletter = lines(
  "Received: from mx.example by in.example; Tue, 3 Mar 2026 09:14:59 +0100",
  `From: =?utf-8?B?${base64("Jürgen Müller")}?= <j@example.com>`,
  'To: "Lind, Anna" <anna@example.com>, undisclosed: bo@example.com, cy@example.com;',
  "Cc: dora@example.com",
  "Subject: =?iso-8859-1?Q?Gr=FC=DFe_aus?= =?iso-8859-1?Q?_Kiel?=",
  "Date: Tue, 3 Mar 2026 09:15:00 +0100",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="outer"',
  "",
  "This is a message in several parts.",
  "--outer",
  'Content-Type: multipart/related; boundary="rel"',
  "",
  "--rel",
  'Content-Type: multipart/alternative; boundary="alt"',
  "",
  "--alt",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Only text",
  "--alt",
  "Content-Type: text/html; charset=iso-8859-1",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  '<html><head><title>x</title><style>.pre{display:none}</style></head><body><p class=3D"pre">Preview</p>',
  "<h2>Gr=FC=DFe</h2><p>Das ist ein l=",
  'anger <b>Satz</b>.</p><p><img src=3D"cid:logo@x" alt=3D"Logo"></p></body></html>',
  "--alt--",
  "--rel",
  "Content-Type: image/png",
  "Content-Transfer-Encoding: base64",
  "Content-ID: <logo@x>",
  "",
  dot,
  "--rel--",
  "--outer",
  "Content-Type: application/pdf",
  "Content-Disposition: attachment; filename*=UTF-8''Jahres%C3%BCbersicht.pdf",
  "Content-Transfer-Encoding: base64",
  "",
  base64("%PDF-1.4 and so on".repeat(100)),
  "--outer--",
  "",
);

test("a message has its subject, who wrote it, its text as HTML with its pictures, and names of attachments", async () => {
  const { markdown, html, metadata, warnings } = await read(newsletter);
  expect(metadata).toMatchObject({
    title: "Grüße aus Kiel",
    author: "Jürgen Müller",
    publishedTime: "2026-03-03T08:15:00Z",
  });
  expect(markdown).toContain("# Grüße aus Kiel");
  expect(markdown).toContain("From: Jürgen Müller (j@example.com)");
  expect(markdown).toContain("To: Lind, Anna (anna@example.com), bo@example.com, cy@example.com");
  expect(markdown).toContain("Cc: dora@example.com");
  expect(markdown).toContain("## Grüße\n\nDas ist ein langer **Satz**.");
  expect(markdown).toContain("- Jahresübersicht.pdf (1.8 KB)");
  expect(markdown).not.toMatch(/Preview|Only text|several parts/);
  expect(html).toContain(`src="data:image/png;base64,${dot}"`);
  expect(warnings).toContain("1 attachment is named, but not read: Jahresübersicht.pdf.");
});

test("plain text keeps quotations, lists and columns, and loses line ends that only keep lines short", async () => {
  const { markdown } = await read(
    lines(
      ...["From: a@example.com", "Subject: Re: pumps", "Content-Type: text/plain; charset=utf-8", ""],
      "On Monday Bo wrote:",
      "> The pump in the cellar has been running since last Friday without a",
      "> break.",
      ">> Is it loud?",
      "",
      "Yes. It is as loud as a tractor that goes up a hill with a load of",
      "stones, see https://site.example/pump.",
      "",
      "- switch it off",
      "- call the plumber, who",
      "  knows it",
      "",
      "pump     litres     loud",
      "old         100      yes",
      "",
      "Ann Lind",
      "Hill Road 3",
    ),
  );
  expect(markdown).toContain("> The pump in the cellar has been running since last Friday without a break.");
  expect(markdown).toContain("> > Is it loud?");
  expect(markdown).toContain("with a load of stones, see");
  expect(markdown).toContain("- switch it off\n- call the plumber, who knows it");
  expect(markdown).toContain("```\npump     litres     loud\nold         100      yes\n```");
  expect(markdown).toMatch(/Ann Lind(?: {2}|\\)\nHill Road 3/);
});

test.each([
  ["octet-stream by its header", { contentType: "application/octet-stream" }],
  ["plain text by its name", { contentType: "text/plain", name: "mail.eml" }],
  ["any type of unknown content", { contentType: "" }],
])("a message that is sent as %s is told", async (_, sent) => {
  expect((await read(newsletter, sent)).metadata.title).toBe("Grüße aus Kiel");
});

test("bytes whose charset nobody names are guessed", async () => {
  const text = lines(
    "From: a@example.com",
    "Subject: Käse",
    "Message-ID: <1@x>",
    "",
    "Käse, Brötchen und süße Äpfel für alle Gäste.",
  );
  const { markdown, metadata } = await read(new Uint8Array(Buffer.from(text, "latin1")));
  expect(metadata.title).toBe("Käse");
  expect(markdown).toContain("Käse, Brötchen und süße Äpfel");
});

test("encoded text whose charset only the page in it names", async () => {
  const { markdown } = await read(
    lines(
      ...["From: =?utf-8?q?=22Lind=2C_A=2E=22?= <a@example.com>", "Subject: x", "Content-Type: text/html"],
      ...["Content-Transfer-Encoding: quoted-printable", ""],
      '<html><head><meta charset=3D"iso-8859-15"></head><body><p>Gr=FC=DFe f=FCr 5 =A4</p></body></html>',
    ),
  );
  expect(markdown).toContain("From: Lind, A. (a@example.com)");
  expect(markdown).toContain("Grüße für 5 €");
});

test.each(["flowed", '"flowed"'])(
  "text that flows is joined, its quotations too; lists are lists (%s)",
  async (format) => {
    const { markdown } = await read(
      lines(
        ...["From: a@example.com", `Content-Type: text/plain; charset=utf-8; format=${format}`, ""],
        ...[
          "> quoted and ",
          "> wrapped, 5 > 3.",
          "soft ",
          "line.",
          "",
          "We need:",
          "1. rope",
          "2. tar",
          "",
          "5. March and",
          "7. April",
        ],
      ),
    );
    expect(markdown).toContain("> quoted and wrapped, 5");
    expect(markdown).toContain("soft line.");
    expect(markdown).toContain("We need:\n\n1. rope\n2. tar");
    expect(markdown).toContain("5\\. March and");
  },
);

test("a mailbox is its messages one after the other", async () => {
  const one = (subject: string, text: string) =>
    `From a@example.com Tue Mar  3 09:15:00 2026\nFrom: a@example.com\nSubject: ${subject}\n\n${text}\n\n`;
  const alone = await read(one("First", ">From here on"), { contentType: "application/mbox" });
  expect(alone.metadata.title).toBe("First");
  expect(alone.markdown).toContain("From here on");
  const both = await read(one("First", "one") + one("Second", "two"), { contentType: "application/mbox" });
  expect(both.markdown).toMatch(/# First[\s\S]+one[\s\S]+# Second[\s\S]+two/);
});

test("a page that a browser saved is that page", async () => {
  const { markdown } = await read(
    lines(
      ...["From: <Saved by Blink>", "Snapshot-Content-Location: https://other.example/a/page", "Subject: Page"],
      ...["MIME-Version: 1.0", 'Content-Type: multipart/related; type="text/html"; boundary="b"', "", "--b"],
      ...["Content-Type: text/html", "Content-Location: https://other.example/a/page", ""],
      "<html><body><h1>Page</h1><p><a href='next'>Next</a></p></body></html>",
      "--b--",
    ),
    { contentType: "multipart/related" },
  );
  expect(markdown).toContain("# Page\n\n[Next](https://other.example/a/next)");
  expect(markdown).not.toContain("Blink");
});

test("a message without a text says so", async () => {
  const head = ["From: a@example.com", "Subject: Hello"];
  const { markdown, warnings } = await read(lines(...head, "", ""));
  expect(markdown).toContain("# Hello");
  expect(warnings).toContain("The message has no text.");
  const sealed = await read(
    lines(
      ...head,
      'Content-Type: application/pkcs7-mime; name="smime.p7m"',
      "Content-Transfer-Encoding: base64",
      "",
      "AAAA",
    ),
  );
  expect(sealed.warnings).toContain("The message is encrypted, so that its text can't be read.");
});

test.each(["text/plain", "text/html"])("forwarded messages of %s follow with heads of their own", async (type) => {
  const message = (subject: string, parts: readonly string[]) => [
    ...["From: Bo <bo@example.com>", `Subject: ${subject}`, "Date: Sat, 2 Mar 2024 20:30:00 -0800"],
    ...[`Content-Type: multipart/mixed; boundary="${subject}"`, ""],
    ...parts.flatMap((part) => [`--${subject}`, part]),
    `--${subject}--`,
  ];
  const text = (words: string) => lines(`Content-Type: ${type}`, "", words);
  const file = lines("Content-Type: application/zip; name=in.zip", "Content-Disposition: attachment", "", "PK");
  const inner = lines("Content-Type: message/rfc822", "", ...message("Inner", [text("Inner words"), file]));
  const { markdown, warnings, metadata } = await read(lines(...message("Outer", [text("See below"), inner])));
  expect(metadata.title).toBe("Outer");
  expect(markdown?.split("Date: 2024-03-03T04:30:00Z")).toHaveLength(3);
  expect(markdown).toMatch(
    /See below\n\n(?:---|\* \* \*|\*\*\*)\n\n## Inner\n\nFrom: Bo \(bo@example\.com\)[\s\S]+Inner words[\s\S]+in\.zip/,
  );
  expect(warnings).toEqual([expect.stringContaining("in.zip")]);
});

test("messages that are forwarded in each other deeper than honest ones are attachments", async () => {
  const nested = Array.from(
    { length: 40 },
    (_, at) => `From: a@example.com\r\nSubject: M${at}\r\nContent-Type: message/rfc822\r\n\r\n`,
  );
  const { markdown, warnings } = await read(nested.join(""));
  expect(markdown).toContain("M10");
  expect(markdown).not.toContain("M11");
  expect(warnings).toContain("1 attachment is named, but not read: message/rfc822.");
});

test("parts that nest without end are refused", async () => {
  const nested = Array.from(
    { length: 2000 },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  );
  await expect(read(`From: a@example.com\r\n${nested.join("")}`)).rejects.toMatchObject({
    code: "UNSUPPORTED_CONTENT",
  });
});
