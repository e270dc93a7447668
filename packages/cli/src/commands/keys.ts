import type { ApiKeyStore } from "@garner/core";
import { newApiKey } from "@garner/http";
import { createLogger, openStores } from "@garner/server";
import { exitCodes } from "../failure.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";

/** `garner keys`: the API keys of the servers that share a Redis. */
export function addKeys(host: CommandHost): void {
  const { program, terminal, end } = host;
  const keys = program.command("keys").summary("make and revoke API keys").description("API keys in REDIS_URL.");
  keys
    .command("create <team>")
    .description("Make a key of a team. It is shown once; servers with USE_DB_AUTHENTICATION=true take it at once.")
    .action((team: string) =>
      withKeys(host, async (store) => {
        const { key, stored } = newApiKey(team, Date.now());
        await store.add(stored);
        terminal.tell(`${stored.id} of team ${team}:\n`);
        terminal.print(`${key}\n`);
      }),
    );
  keys
    .command("list")
    .description("List the keys by their names: the keys themselves are kept nowhere.")
    .action(() =>
      withKeys(host, async (store) => {
        for (const { id, team, createdAt } of await store.list())
          terminal.print(`${id}  ${new Date(createdAt).toISOString().slice(0, 10)}  ${team}\n`);
      }),
    );
  keys
    .command("revoke <id>")
    .description("Revoke a key by its name, such as key-1a2b3c4d. Servers refuse it from their next request on.")
    .action((id: string) =>
      withKeys(host, async (store) => {
        const isGone = await store.remove(id);
        terminal.tell(isGone ? `${id} is revoked.\n` : `There is no key ${id}.\n`);
        if (!isGone) end(exitCodes.failed);
      }),
    );
}

async function withKeys(host: CommandHost, work: (keys: ApiKeyStore) => Promise<void>): Promise<void> {
  const { environment } = await readSettings(host);
  await using stores = await openStores(environment, createLogger(environment));
  if (stores.apiKeys === undefined)
    throw new Error("API keys are kept in Redis: set REDIS_URL, or name them in API_KEYS.");
  await work(stores.apiKeys);
}
