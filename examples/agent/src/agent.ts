import { garnerTools } from "@garner/ai";
import type { Engine } from "@garner/core";
import { isStepCount, ToolLoopAgent, type LanguageModel } from "ai";

/** An agent that answers questions from the web and names the pages it read. */
export function createResearcher(model: LanguageModel, engine: Engine) {
  const { scrape, search, map, crawl, read_job } = garnerTools(engine, { maxTokens: 4000 });
  return new ToolLoopAgent({
    model,
    instructions: "Answer from pages that you read with your tools, and name their URLs.",
    tools: { scrape, search, map, crawl, read_job },
    stopWhen: isStepCount(20),
  });
}
