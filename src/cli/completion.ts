import { defineCommand } from 'citty';
import { type CommandTable, listCommands } from './command-table.ts';
import { UsageError } from './usage-error.ts';

/** A command, and what may be typed after it. */
type Choice = { name: string; description: string; options: [name: string, description: string][] };

const shells: Record<string, (commands: CommandTable, choices: Choice[]) => string> = { bash, zsh, fish };

export const completionOf = (commands: CommandTable) =>
  defineCommand({
    meta: { name: 'docent completion', description: 'Print a completion script for your shell.' },
    args: {
      shell: { type: 'positional', required: true, description: 'bash, zsh or fish.' },
    },
    async run({ args }) {
      const write = Object.hasOwn(shells, args.shell) ? shells[args.shell] : undefined;
      if (write === undefined) throw new UsageError(`Name bash, zsh or fish, not "${args.shell}".`);
      console.log(write(commands, await Promise.all(listCommands(commands).map(asChoice))));
    },
  });

async function asChoice([name, load]: ReturnType<typeof listCommands>[number]): Promise<Choice> {
  const { meta, args } = (await load()) as {
    meta: { description?: string };
    args: Record<string, { type: string; description?: string }>;
  };
  const options = Object.entries(args).flatMap(([option, { type, description = '' }]): [string, string][] =>
    type === 'positional' ? [] : [[option, description]],
  );
  return { name, description: meta.description ?? '', options };
}

/** Paths are completed where nothing else is. https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion-Builtins.html */
function bash(commands: CommandTable, choices: Choice[]): string {
  const groups = Object.entries(commands).flatMap(([name, entry]) =>
    typeof entry === 'function' ? [] : [`    "${name} "*) words="${Object.keys(entry).join(' ')}" ;;`],
  );
  const options = choices.map(
    ({ name, options: own }) =>
      `    "${name} "*) words="${own.map(([option]) => `--${option}`).join(' ')}" ;;`,
  );
  return `_docent() {
  local words="${Object.keys(commands).join(' ')}" before="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case "$before" in
    " ") ;;
${[...options, ...groups].join('\n')}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _docent docent`;
}

function zsh(commands: CommandTable, choices: Choice[]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands, choices)}`;
}

/** https://fishshell.com/docs/current/cmds/complete.html */
function fish(commands: CommandTable, choices: Choice[]): string {
  const firsts = Object.entries(commands).map(([name, entry]) => {
    const about = typeof entry === 'function' ? choices.find((one) => one.name === name)!.description : '';
    return `complete -c docent -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`;
  });
  const others = choices.flatMap(({ name, description, options }) => {
    const [first, second] = name.split(' ');
    const group = typeof commands[first!] === 'object' ? Object.keys(commands[first!]!).join(' ') : '';
    const seen = `__fish_seen_subcommand_from ${first}`;
    const own = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    return [
      ...(second === undefined
        ? []
        : [
            `complete -c docent -n '${seen}; and not __fish_seen_subcommand_from ${group}' -f -a ${second} -d ${quoted(description)}`,
          ]),
      ...options.map(([option, about]) => `complete -c docent -n '${own}' -l ${option} -d ${quoted(about)}`),
    ];
  });
  return [...firsts, ...others].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
