/** Whatever answers requests of the contract, such as the handler of `@garner/http`. */
export type AnswerRequest = (request: Request) => Promise<Response>;

/** The body of a request or an answer. */
export type ContractBody = Readonly<Record<string, unknown>>;

/** A page as the contract shows it. */
export interface ContractPage {
  readonly metadata: { readonly url: string; readonly sourceURL: string; readonly creditsUsed: number };
  readonly markdown?: string;
  readonly rawHtml?: string;
}

/** An answer of the contract, read. */
export interface ContractAnswer {
  readonly status: number;
  readonly body: ContractBody;
}

/** Goes along with a request. */
export interface AskOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A job that has ended, as its callers see it. */
export interface EndedJob {
  readonly id: string;
  /** The answer to the start. */
  readonly started: ContractBody;
  /** The status at the end. */
  readonly status: ContractBody;
  /** All pages, chunk after chunk. */
  readonly pages: readonly ContractPage[];
  /** Bytes of each chunk's answer. */
  readonly chunkBytes: readonly number[];
}

/** Speaks the contract to a handler, without a network between them. */
export interface ContractClient {
  ask(method: "GET" | "POST" | "DELETE", path: string, options?: AskOptions): Promise<ContractAnswer>;
  /** Starts a job and waits for its end by its event stream. Throws if it is not accepted. */
  run(path: JobPath, body: ContractBody): Promise<EndedJob>;
  /** Waits for the end of a job and reads it; `query` is that of the first chunk, such as `?limit=5`. */
  ended(path: JobPath, id: string, query?: string): Promise<Omit<EndedJob, "started">>;
}

/** The path that starts jobs of a kind. */
export type JobPath = "/v2/crawl" | "/v2/batch/scrape";

const origin = "http://api.test";
const maxChunks = 1000;

/** Makes a {@link ContractClient} that sends this API key. */
export function contractClient(answer: AnswerRequest, key = "key"): ContractClient {
  async function send(method: string, path: string, { body, headers = {} }: AskOptions = {}): Promise<Response> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
    return await answer(new Request(`${origin}${path}`, { method, headers: all, ...sent }));
  }

  async function ended(path: JobPath, id: string, query = ""): Promise<Omit<EndedJob, "started">> {
    await (await send("GET", `${path}/${id}/events`)).text();
    const pages: ContractPage[] = [];
    const chunkBytes: number[] = [];
    let status: ContractBody | undefined;
    for (let next: unknown = `${origin}${path}/${id}${query}`; typeof next === "string"; next = status["next"]) {
      const text = await (await send("GET", next.slice(origin.length))).text();
      status = JSON.parse(text) as ContractBody;
      pages.push(...(status["data"] as readonly ContractPage[]));
      if (chunkBytes.push(Buffer.byteLength(text)) === maxChunks) throw new Error("There is always a next chunk.");
    }
    return { id, status: status ?? {}, pages, chunkBytes };
  }

  return {
    async ask(method, path, options) {
      const response = await send(method, path, options);
      return { status: response.status, body: (await response.json()) as ContractBody };
    },
    async run(path, body) {
      const started = (await (await send("POST", path, { body })).json()) as ContractBody;
      if (started["success"] !== true) throw new Error(`Not accepted: ${JSON.stringify(started)}`);
      return { started, ...(await ended(path, String(started["id"]))) };
    },
    ended,
  };
}
