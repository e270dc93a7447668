import { Argument } from "commander";
import type { Command } from "commander";
import type { CommandHost } from "../command-host.ts";

/** `garner completion SHELL`: a script that completes commands and flags. */
export function addCompletion({ program, terminal }: CommandHost): void {
  program
    .command("completion")
    .summary("print a script for shell completion")
    .description('Print a completion script: `eval "$(garner completion bash)"`, `garner completion fish | source`.')
    .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
    .action((shell: string) => terminal.print(shell === "fish" ? fishScript(program) : bashScript(program, shell)));
}

function flagsOf(command: Command): readonly string[] {
  return command.options.map(({ long }) => long ?? "").filter((flag) => flag !== "");
}

function bashScript(program: Command, shell: string): string {
  const cases = program.commands.map((command) => `    ${command.name()}) words="${flagsOf(command).join(" ")}" ;;`);
  const names = program.commands.map((command) => command.name()).join(" ");
  return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}_garner() {
  local words="${names}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" = 1 ]; then words="${names}"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _garner garner
`;
}

function fishScript(program: Command): string {
  const lines = program.commands.flatMap((command) => [
    `complete -c garner -n __fish_use_subcommand -a ${command.name()} -d ${quoted(command.summary())}`,
    ...command.options.map(
      ({ long, description }) =>
        `complete -c garner -n "__fish_seen_subcommand_from ${command.name()}" -l ${(long ?? "").slice(2)} -d ${quoted(description)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
