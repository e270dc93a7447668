import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";

async function verdictOn(html: string, path = "/essais/lampe-tempete"): Promise<Verdict | undefined> {
  return (await readPage({ html, url: `https://quai.example${path}` })).metadata.verdict;
}

const forms = ["SAS", "GmbH", "Inc.", "Ltd.", "S.r.l.", "B.V.", "AB", "LLC"];
const companies = Array.from({ length: 90 }, (_, at) => `Lumi${at}data ${forms[at % forms.length]}`);
const partners = `<ul>${companies.map((name) => `<li>${name}</li>`).join("")}</ul>`;
const linked = `<ul>${companies.map((name, at) => `<li>${name} <a href="https://p${at}.example/">policy</a></li>`).join("")}</ul>`;
const purposes =
  "<ul><li><b>Stocker des informations sur un appareil.</b> Un numéro est écrit sur votre appareil, et lu à chaque visite.</li><li><b>Mesurer la performance des publicités.</b> Ce qui a été vu et touché peut être compté.</li><li><b>Créer des profils de publicité personnalisée.</b> Ce que vous lisez ici peut être joint à ce que vous lisez ailleurs.</li></ul>";
const offers =
  "<h2>Lire avec publicité</h2><p>Nos partenaires et nous utilisons des traceurs, comme toujours.</p><button>Accepter et continuer</button><h2>Lire sans, pour 3 € par mois</h2><p>Pas de publicité, pas de traceurs.</p><button>S'abonner</button>";

test.each([
  `<title>Votre consentement</title>${offers}<h3>Finalités</h3>${purposes}${partners}`,
  `<title>Le Quai</title><h1>Vos choix sur la vie privée</h1>${offers}<h3>Finalités</h3>${purposes}${linked}`,
])("a choice between data and money with a long list of partners below it: %s", async (html) => {
  expect(await verdictOn(html)).toBe("consent-wall");
});

const banner = "<div><p>Nous utilisons des cookies pour compter les visites.</p><button>Tout accepter</button></div>";
test.each<readonly [string, string]>([
  [
    "/membres",
    `<title>Membres</title><h1>Les membres de l'association</h1><p>Ils vendent des lampes.</p>${partners}${banner}`,
  ],
  [
    "/amis",
    `<title>Nos partenaires</title><h1>Nos partenaires</h1><p>Ils prêtent des bateaux.</p>${partners}${banner}`,
  ],
  ["/confidentialite", `<title>Vie privée</title><h1>Votre vie privée</h1>${offers}${purposes}${partners}`],
  [
    "/essais/lampe-tempete",
    `<title>Lampe tempête</title><h1>Lampe tempête</h1><p>Elle brûle neuf heures, même par grand vent, et se remplit sans entonnoir.</p>${banner}<h2>Fabricants</h2>${partners}`,
  ],
])("a list of companies at %s is a page: %s", async (path, html) => {
  expect(await verdictOn(html, path)).toBe("ok");
});
