import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";

/** A network namespace of Linux, joined to this one by a cable of its own: for its processes, another machine. */
export interface OtherMachine extends Disposable {
  /** The address of this machine, from there. */
  readonly here: string;
  /** The address of the other one, from here. */
  readonly there: string;
  /** Runs a command there. */
  readonly within: readonly string[];
  /** Unplugs the cable: whatever is sent is lost, and no connection is told. */
  unplug(): void;
  plugIn(): void;
}

/** Sets up an {@link OtherMachine}; undefined where that is not allowed, which takes root on Linux. */
export function openOtherMachine(): OtherMachine | undefined {
  const number = randomInt(2 ** 14);
  const [name, near, far] = [`garner${number}`, `gn${number}`, `gf${number}`];
  const net = `10.231.${number >> 6}`;
  const first = (number & 63) * 4;
  const [here, there] = [`${net}.${first + 1}`, `${net}.${first + 2}`];
  const ip = (...parameters: readonly string[]) => void execFileSync("ip", parameters, { stdio: "ignore" });
  const within = ["ip", "netns", "exec", name];
  const thereToo = (...parameters: readonly string[]) => ip("-n", name, ...parameters);
  try {
    ip("netns", "add", name);
    ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
  } catch {
    return undefined;
  }
  ip("address", "add", `${here}/30`, "dev", near);
  thereToo("address", "add", `${there}/30`, "dev", far);
  ip("link", "set", near, "up");
  thereToo("link", "set", far, "up");
  thereToo("link", "set", "lo", "up");
  return {
    ...{ here, there, within },
    unplug: () => ip("link", "set", near, "down"),
    plugIn: () => ip("link", "set", near, "up"),
    [Symbol.dispose]: () => ip("netns", "delete", name),
  };
}
