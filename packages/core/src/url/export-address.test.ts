import { expect, test } from "vitest";
import { exportAddress } from "./export-address.ts";

const id = "1aBcD_efGh-IjKlMnOp";

test.each([
  [
    `https://docs.google.com/document/d/${id}/edit?usp=sharing`,
    `https://docs.google.com/document/d/${id}/export?format=html`,
  ],
  [`https://docs.google.com/document/u/0/d/${id}/edit`, `https://docs.google.com/document/d/${id}/export?format=html`],
  [
    `https://docs.google.com/presentation/d/${id}/edit#slide=id.p`,
    `https://docs.google.com/presentation/d/${id}/export/pdf`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/${id}/edit`,
    `https://docs.google.com/spreadsheets/d/${id}/gviz/tq?tqx=out:html`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/${id}/edit#gid=42`,
    `https://docs.google.com/spreadsheets/d/${id}/gviz/tq?tqx=out:html&gid=42`,
  ],
  [`https://drive.google.com/file/d/${id}/view`, `https://drive.google.com/uc?export=download&id=${id}`],
])("%s is fetched from %s", (text, expected) => expect(exportAddress(new URL(text)).href).toBe(expected));

test.each([
  "https://docs.google.com/document/d/e/2PACX-1vTx/pub",
  "https://docs.google.com/",
  `https://example.com/document/d/${id}/edit`,
  `https://drive.google.com/document/d/${id}/edit`,
  "https://drive.google.com/drive/folders/1aBcD_efGh-IjKlMnOp",
])("%s stays as it is", (text) => expect(exportAddress(new URL(text)).href).toBe(text));
