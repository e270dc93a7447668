import { expect, test } from "vitest";
import { packed, readDocument } from "../../test/documents/office-file.ts";

const picture = "word/media/ship.png";

/** An archive whose directory writes the numbers of a picture in 64 bits, as some programs always do. */
function withLargeNumbers(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  const name = bytes.lastIndexOf(picture);
  const entry = name - 46;
  const end = bytes.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, place] of [24, 20, 42].entries()) {
    extra.writeBigUInt64LE(BigInt(bytes.readUInt32LE(entry + place)), 4 + index * 8);
    bytes.writeUInt32LE(0xffffffff, entry + place);
  }
  bytes.writeUInt16LE(extra.length, entry + 30);
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 12) + extra.length, end + 12);
  const at = name + picture.length;
  return Buffer.concat([bytes.subarray(0, at), extra, bytes.subarray(at)]);
}

test("pictures are found in archives with numbers of 64 bits, packed or stored", async () => {
  const files = {
    "word/document.xml": `<w:document><w:body><w:p><w:r><w:drawing><a:blip r:embed="r1"/></w:drawing></w:r></w:p></w:body></w:document>`,
    "word/_rels/document.xml.rels": `<Relationships><Relationship Id="r1" Type="x/image" Target="media/ship.png"/></Relationships>`,
    [picture]: Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
  };
  for (const level of [0, 6] as const) {
    const archive = packed(files, level);
    for (const body of [archive, withLargeNumbers(archive)]) {
      const { html, warnings } = await readDocument(body, { outputs: ["html"] });
      expect(html).toContain("data:image/png;base64,iVBORw==");
      expect(warnings).toEqual([]);
    }
  }
});
