/**
 * Names of currencies that stand before or after a number. Those that also stand beside a time or count something, such as
 * `ct`, `Fr` and `din`, are left out.
 */
const names = [
  "zł|zl|złot(?:y|ych|e)|kr|kron(?:a|or|er?|en)|króna|krónur|kč|kc|korun[ay]?|lei|leu|ft|forint|lira|tl|лв|дин|dinars?",
  "euros?|cents?|dollars?|dólar(?:es)?|pounds?|pence|francs?|franken|sfr|pesos?|reais|soles|rands?|shillings?|naira|ksh",
  "rs|rp|rm|rupees?|rupiah|ringgit|baht|yen|yuan|rmb|renminbi|đ|đồng|dirhams?|riyals?|rials?|shekels?|btc|eth|bitcoins?",
  "р|руб|рубл(?:ь|я|ей)|ro?ubles?|доллар(?:а|ов)?|евро|грн|грив(?:на|ни|ень)|тг|тенге|сум|ευρώ",
  "שח|ש״ח|שקל(?:ים)?|ريال|درهم|دينار|جنيه|تومان|रुपये|रु|টাকা",
].join("|");

/** Not by a list of our own: ISO 4217 grows. Some codes are words of a language, so a number must stand beside. */
const codes = Intl.supportedValuesOf("currency").join("|");

const gap = String.raw`[^\p{L}\p{N}]{0,5}`;
/** "5 million dollars", "19 US dollars" */
const oneWord = String.raw`(?:\p{L}{1,12}[^\p{L}\p{N}]{1,5})?`;

const besideNumber = (units: string): string =>
  String.raw`\p{N}${gap}${oneWord}(?:${units})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:${units})${gap}\p{N}`;

const kinds = [
  /\p{Sc}|\b(?:USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|SEK|NOK|DKK|PLN)\b/u,
  // "199,-", "R 199", and scripts without spaces
  /\p{N}[.,:][-–—](?!\p{N})|(?<![\p{L}\p{N}])R(?:\s\p{N}|\p{N}{2})|\p{N}\s?[百千万萬億亿兆천만억]{0,2}(?:円|元|圓|圆|원|บาท)/u,
  new RegExp(besideNumber(codes), "u"),
  new RegExp(besideNumber(names), "iu"),
];

/** True if a line says an amount of money. Takes linear time. Pure. */
export function saysMoney(line: string): boolean {
  return kinds.some((kind) => kind.test(line));
}
