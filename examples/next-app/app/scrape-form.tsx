"use client";
import { useActionState } from "react";
import type { Answer, scrapePage as ScrapePage } from "./actions.ts";

export function ScrapeForm({ scrapePage }: { readonly scrapePage: typeof ScrapePage }) {
  const [answer, action, isPending] = useActionState<Answer, FormData>(scrapePage, { idle: true });
  return (
    <form action={action}>
      <input name="url" type="url" required placeholder="https://example.com" style={{ width: "28rem" }} />
      <button disabled={isPending}>{isPending ? "Scraping…" : "Scrape"}</button>
      {"error" in answer && <p role="alert">{answer.error}</p>}
      {"markdown" in answer && (
        <article>
          <h2>{answer.title}</h2>
          <pre style={{ whiteSpace: "pre-wrap" }}>{answer.markdown}</pre>
        </article>
      )}
    </form>
  );
}
