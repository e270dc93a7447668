import { html, script, story, type FixturePage } from "./fixture-page.ts";

/** Pages that lead on by themselves, save files, or open dialogs. */
export const openedPages: Readonly<Record<string, FixturePage>> = {
  "/gate": ({ headers: { cookie = "" } }) =>
    cookie.includes("seen=1")
      ? html(`<h1>The real page</h1>${story}`)
      : html(`<p>One moment.</p>${script(`document.cookie = "seen=1"; location.reload();`)}`),
  "/handover": () =>
    html(
      `<p>The sign-in goes on.</p><form action="/results"><input type="hidden" name="q" value="lamps"></form>${script(
        "document.forms[0].submit();",
      )}`,
    ),
  "/saved-files": () =>
    html(
      `<h1>Export</h1>${story}<a id="data" download="lamps.csv" href="data:text/csv,lamp,price%0AKettle,12%0A">data</a>
      <button id="blob">blob</button><button id="zip">zip</button>${script(`
        const save = (id, name, parts) => document.getElementById(id).addEventListener("click", () => {
          const link = document.createElement("a");
          link.href = URL.createObjectURL(new Blob(parts));
          link.download = name;
          link.click();
          URL.revokeObjectURL(link.href);
        });
        save("blob", "lamps.csv", ["lamp,price\\nKettle,12\\n"]);
        save("zip", "lamps.zip", ["PK"]);`)}`,
    ),
  "/opened-dialogs": () =>
    html(
      `<main><h1>Jane Doe</h1>${story.repeat(3)}<button id="contact" onclick="d.showModal()">Contact</button>
      <button id="details" onclick="m.hidden = false">Details</button></main>
      <dialog id="d"><h2>Contact</h2><p>Call Jane at extension 4711, second floor.</p></dialog>
      <div id="m" hidden role="dialog" aria-modal="true"><h2>Details</h2><p>The part ships from Rotterdam in a week.</p></div>
      <div role="dialog"><p>Subscribe to our letters, which come every Friday.</p></div>`,
    ),
};
