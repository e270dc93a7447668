/** One request to the browser fixture site, as its pages see it. */
export interface FixtureRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The answer of a fixture page. */
export interface FixtureAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The connection breaks after the body, which is shorter than was promised. */
  readonly breaksOff?: boolean;
  /** There is no answer, and the connection stays open. */
  readonly hangs?: boolean;
  /** The body comes again and again until the connection is closed. */
  readonly isEndless?: boolean;
}

/** A fixture page by what it answers. */
export type FixturePage = (request: FixtureRequest) => FixtureAnswer;

/** A whole HTML page around a body. */
export const html = (body: string, head = ""): FixtureAnswer => ({
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html><html lang="en"><head><title>Fixture</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`,
});

/** An answer in any media type. */
export const text = (contentType: string, body: string, headers = {}): FixtureAnswer => ({
  headers: { "content-type": contentType, ...headers },
  body,
});

/** Words enough that no page looks like an empty shell. */
export const story =
  "<p>The lighthouse keeper counted the ships that passed in the night and wrote them into a book.</p>";

/** A script element. */
export const script = (source: string) => `<script>${source}</script>`;
