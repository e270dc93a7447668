import { scrapePage } from "./actions.ts";
import { ScrapeForm } from "./scrape-form.tsx";

export default function Home() {
  return (
    <main>
      <h1>Garner in Next.js</h1>
      <p>Type an address. A server action scrapes it, with no HTTP call in between.</p>
      <ScrapeForm scrapePage={scrapePage} />
    </main>
  );
}
