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

function flagsOf({ options }: Command): readonly string[] {
  return [...options.map(({ long }) => long ?? ""), "--help"].filter((flag) => flag !== "");
}

/** The words to choose from for a command's arguments. */
function choicesOf({ registeredArguments }: Command): readonly string[] {
  return registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

function bashScript(program: Command, shell: string): string {
  const names = program.commands.map((command) => command.name());
  const cases = program.commands.map((command) => {
    const words = [...choicesOf(command), ...flagsOf(command)].join(" ");
    return `    ${command.name()}) words="${words}" ;;`;
  });
  return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}_garner() {
  local words="${[...names, ...flagsOf(program)].join(" ")}" command="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${names.join("|")}) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  case "$command" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _garner garner
`;
}

function fishScript(program: Command): string {
  const flagLines = (condition: string, { options }: Command) =>
    options.map(
      ({ long, description }) =>
        `complete -c garner -n "${condition}" -l ${(long ?? "").slice(2)} -d ${quoted(description)}`,
    );
  const lines = program.commands.flatMap((command) => {
    const isUsed = `__fish_seen_subcommand_from ${command.name()}`;
    const choices = choicesOf(command).map((choice) => `complete -c garner -n "${isUsed}" -f -a ${choice}`);
    return [
      `complete -c garner -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.summary())}`,
      ...choices,
      ...flagLines(isUsed, command),
    ];
  });
  return `${[...flagLines("__fish_use_subcommand", program), ...lines].join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
