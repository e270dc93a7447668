import { isNamedByAddress, namingWords } from "./address-words.ts";
import { trainedModel, type MessageClass, type TextModel } from "./classifier/text-classifier.ts";
import { featuresOnce, type featuresOf } from "./classifier/text-features.ts";
import { doubtOf, suspicionOf, type MessageCuts, type MessageReading, type Suspicion } from "./doubt.ts";
import { isNamedMissing, pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { isAboutPrivacy } from "./interstitial.ts";
import { asksForLogin, guestGreeting, isToReach } from "./login-wall.ts";
import { messageCuts, readerWeights } from "./message-weights.generated.ts";
import { isOffer, ofComments } from "./paywall.ts";
import { mayHaveNotice, readNotice } from "./notice.ts";
import { mayBeObstacle, readObstacle } from "./obstacle.ts";
import { mayStandIn, readStandIn } from "./stand-in.ts";
import { endingOf, mayBeTeaser, readEnding } from "./teaser.ts";
import { bounded, mostEvidence, weigh } from "./weigh.ts";

/** One reader of messages. */
export interface MessageReader {
  readonly mayRead: (facts: VerdictFacts) => boolean;
  readonly read: (facts: VerdictFacts, model: TextModel, toFeatures?: typeof featuresOf) => MessageReading;
  readonly reasonFor: (said: string) => string;
}

export const readerNames = ["obstacle", "notice", "standIn", "teaser"] as const;

export type ReaderName = (typeof readerNames)[number];

/** The four readers: of the whole page, of its sections, of its main content, and of the end of that. */
export const messageReaders: Readonly<Record<ReaderName, MessageReader>> = {
  obstacle: {
    mayRead: ({ page }) => mayBeObstacle(page),
    read: readObstacle,
    reasonFor: (said) => `the page says little but "${said}"`,
  },
  notice: {
    mayRead: ({ page }) => mayHaveNotice(page),
    read: readNotice,
    reasonFor: (said) => `a section of the page says "${said}", the rest is around it`,
  },
  standIn: {
    mayRead: mayStandIn,
    read: readStandIn,
    reasonFor: (said) => `the main content says "${said}"`,
  },
  teaser: {
    mayRead: ({ page, requestedUrl }) => mayBeTeaser(page) && !asksForLogin(requestedUrl),
    read: (facts, ...by) => readEnding(endingOf(facts), facts.page, ...by),
    reasonFor: (said) => `the text ends in "${said}"`,
  },
};

/** Weights of what each reader finds, and of what all find together. */
export type ReaderWeights = Readonly<Record<ReaderName | "together", readonly number[]>>;

/** The cuts for verdicts and doubts; higher for a page whose main content is not known. */
export const cutsFor = ({ content }: VerdictFacts, cuts = messageCuts): MessageCuts =>
  content === undefined ? cuts.unknown : cuts.known;

/** Log-odds asked for besides where a heading has the words of the address: the page that came is the one asked for. */
const named = { perhaps: 0.8, surely: 3 };
/** Messages below the heading of a page, whose beginning or place they keep. */
const belowHeadings: ReadonlySet<MessageClass> = new Set(["paywall", "login-wall"]);
/** Messages of a whole site: their headings have one word of an address by chance, hardly two. */
const ofSites: ReadonlySet<MessageClass> = new Set(["consent-wall", "maintenance"]);
/** Addresses of pages about signing in, whose headings have the same words. */
const ofSigningIn =
  /log-?in|sign-?in|sesion|anmeld|einlogg|connexion|connecter|acced|acess|inlogg|zalog|prihla|passwor|passwd|contrase|kennwort|mot-de-passe|senha|haslo|losenord/;
/** Messages where nothing has made a page. */
const ofNoPage: ReadonlySet<MessageClass> = new Set(["needs-javascript", "parked-domain"]);

/** Least text of a thing that is over, but described, and of the message about it. */
const describedCharacters = 150;

/** True for a main content with more than a message, under an address that names a thing by several words. */
const isDescribed = ({ content, requestedUrl }: VerdictFacts): boolean =>
  content !== undefined && content.proseCharacters >= describedCharacters && namingWords(requestedUrl) > 1;

/** The cuts for what the classifier alone finds. */
export function cutsAlone({ kind }: Suspicion, facts: VerdictFacts): MessageCuts {
  const cuts = cutsFor(facts);
  const isSubject = kind === "login-wall" && ofSigningIn.test(pathOf(facts.requestedUrl));
  if ((belowHeadings.has(kind) && !isSubject) || !isNamedByAddress(facts)) return cuts;
  if (kind === "soft-404" && !isDescribed(facts)) return cuts;
  const isSure =
    isSubject ||
    ofNoPage.has(kind) ||
    (ofSites.has(kind) && namingWords(facts.requestedUrl) > 1) ||
    // A page on cookies or privacy says what asks for consent, and what does not work without it.
    isAboutPrivacy(facts.requestedUrl);
  return { ...cuts, verdict: cuts.verdict + (isSure ? named.surely : named.perhaps) };
}

/** A reader's suspicion of a page. */
export interface LikelyMessage extends Suspicion {
  readonly reader: ReaderName;
}

/**
 * Turns a suspicion into a judgement; undefined if it is too weak even for a doubt, or has no words to show. A sign that
 * agrees makes a doubt a verdict.
 */
export function judgementOn(likely: LikelyMessage, cuts: MessageCuts, agreeing?: string): Judgement | undefined {
  if (likely.logOdds <= cuts.doubt || likely.said === "") return undefined;
  const reason = messageReaders[likely.reader].reasonFor(likely.said);
  if (likely.logOdds > cuts.verdict) return { verdict: likely.kind, reason };
  if (agreeing !== undefined) return { verdict: likely.kind, reason: `${reason}, and ${agreeing}` };
  return { verdict: "ok", reason: "nothing certain speaks against it", doubt: doubtOf(likely) };
}

/**
 * Finds the likeliest message on a page in any wording, however unlikely it is; undefined if no reader may read the
 * page. Four readers use one text classifier, a logistic regression weighs each one's findings, and another weighs them
 * together. Trained by `bench/messages/train.ts`; docs/decisions/0022-messages.md has the figures.
 */
export function likelyMessage(
  facts: VerdictFacts,
  by?: TextModel,
  weights: ReaderWeights = readerWeights,
): LikelyMessage | undefined {
  if (facts.isDocument) return undefined;
  const readings = readingsOf(facts, by ?? trainedModel(), weights);
  const [clearest] = readings.toSorted((one, other) => other.logOdds - one.logOdds);
  return clearest && { ...clearest, logOdds: weigh(featuresOfReadings(readings, facts), weights.together) };
}

/** The suspicions of all readers that may read the page. */
export function readingsOf(
  facts: VerdictFacts,
  model: TextModel,
  weights: Readonly<Record<ReaderName, readonly number[]>>,
): readonly LikelyMessage[] {
  const toFeatures = featuresOnce();
  return readerNames.flatMap((reader) => {
    const { mayRead, read } = messageReaders[reader];
    if (!mayRead(facts)) return [];
    const suspicion = suspicionOf(read(facts, model, toFeatures), weights[reader]);
    return isWelcome(suspicion, facts) ? [] : [{ ...suspicion, reader }];
  });
}

/** The numbers that the last regression weighs: the findings of all readers. */
export function featuresOfReadings(
  readings: readonly LikelyMessage[],
  { page, content }: VerdictFacts,
): readonly number[] {
  // Log-odds for a reader that may not read the page: surely no message.
  const found = readerNames.map((name) => readings.find(({ reader }) => reader === name)?.logOdds ?? -mostEvidence);
  return [
    1,
    ...found.map((logOdds) => bounded(logOdds) / mostEvidence),
    bounded(Math.max(...found)) / mostEvidence,
    Math.log1p(page.proseCharacters) / 6,
    Math.log1p(page.links) / 4,
    Math.log1p(content?.proseCharacters ?? 0) / 6,
  ];
}

/** True if the verdict names what was asked for, or can't be true of the page. */
function isWelcome({ kind, said }: Suspicion, { page, requestedUrl, isRendered }: VerdictFacts): boolean {
  if (belowHeadings.has(kind) && ofComments.test(said)) return true;
  if (page.ownFields === 0 && isToReach(said)) return true;
  if ((kind === "login-wall" || kind === "consent-wall") && guestGreeting.test(page.text)) return true;
  if (kind === "login-wall") return asksForLogin(requestedUrl);
  // Whoever makes an account agrees to its terms.
  if (kind === "consent-wall") return isAboutPrivacy(requestedUrl) || page.passwordFields > 0;
  if (kind === "paywall") return isOffer(requestedUrl) || asksForLogin(requestedUrl);
  if (kind === "soft-404") return isNamedMissing(requestedUrl);
  // A page without scripts has none to wait for.
  return kind === "needs-javascript" && (isRendered || page.scripts === 0);
}
