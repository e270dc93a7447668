import { EngineError, type Engine, type Principal } from "@garner/core";
import { ResourceTemplate, type McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";

/** Pages whose URLs a job's resource lists. */
const maxPages = 1000;

/** "Resource not found" of the specification (2025-11-25, Resources, Error Handling), which the SDK has no name for. */
const resourceNotFound = -32_002;

/** The caller's jobs as resources: `garner://jobs/{id}` has the status and the pages of one. */
export function addJobResources(server: McpServer, engine: Engine, principal: Principal | undefined): void {
  const list = async () => {
    const { crawls } = await engine.jobs.active({ principal });
    return {
      resources: crawls.map(({ id, url, createdAt }) => ({
        uri: `garner://jobs/${id}`,
        name: `Crawl of ${url}`,
        description: `Started ${createdAt}, not finished.`,
        mimeType: "application/json",
      })),
    };
  };
  server.registerResource(
    "job",
    new ResourceTemplate("garner://jobs/{id}", { list }),
    { title: "Job", description: "How a crawl, batch or extraction stands, and the URLs of its pages." },
    async (uri, { id }) => {
      const query = { id: String(id), limit: maxPages };
      const { pages, nextSkip, ...status } = await engine.jobs.get(query, { principal }).catch((thrown: unknown) => {
        if (!EngineError.is(thrown, "JOB_NOT_FOUND")) throw thrown;
        throw new McpError(resourceNotFound, thrown.message, { uri: uri.href });
      });
      const urls = pages.map(({ metadata }) => metadata.sourceURL ?? metadata.url);
      const text = JSON.stringify({ ...status, pages: urls, hasMorePages: nextSkip !== undefined }, null, 2);
      return { contents: [{ uri: uri.href, mimeType: "application/json", text }] };
    },
  );
}
