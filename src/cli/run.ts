import { getSystemErrorMessage, stripVTControlCharacters, styleText } from 'node:util';
import { renderUsage, runCommand } from 'citty';
import { configuredSecrets } from '../config.ts';
import { asDocentError, DocentError } from '../errors.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { isOutOfFiles, mayOpenEnough, outOfFiles } from '../lib/open-files.ts';
import { redact } from '../lib/log.ts';
import { version } from '../lib/package.ts';
import { listCommands, type Load } from './command-table.ts';
import { commands, groups } from './commands.ts';
import { checkArguments } from './check-arguments.ts';
import { didYouMean } from './did-you-mean.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

/** Runs one command line and returns the exit code. Data goes to standard output, messages to standard error. */
export async function runCli(argv: string[]): Promise<number> {
  const asJson = argv.includes('--json');
  try {
    if (argv[0] === '--version' || argv[0] === '-v') {
      console.log(version);
      return exitCodes.ok;
    }
    const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
    const [load, rest] = findCommand(words);
    if (load === undefined) {
      console.log(await overview(words.filter((word) => !word.startsWith('-'))));
      return words.some((word) => /^(--help|-h)$/.test(word)) ? exitCodes.ok : exitCodes.usage;
    }
    const command = await load();
    if (rest.some((word) => word === '--help' || word === '-h')) {
      console.log(plainUnlessShown(await renderUsage(command)));
      return exitCodes.ok;
    }
    checkArguments(command, rest);
    if (!mayOpenEnough()) throw new DocentError('not_ready', outOfFiles);
    const { result } = await runCommand(command, { rawArgs: rest });
    return typeof result === 'number' ? result : exitCodes.ok;
  } catch (thrown) {
    return reportError(thrown, asJson);
  }
}

function findCommand(argv: string[]): [Load | undefined, string[]] {
  const [name, ...rest] = argv;
  if (name === undefined || /^(--help|-h|--json)$/.test(name)) return [undefined, rest];
  if (name.startsWith('-'))
    throw new UsageError(
      `There is no option "${name}" before a command.${didYouMean(name, ['--help', '--version'])} Run \`${program} --help\`.`,
    );
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found === undefined)
    throw new UsageError(
      `There is no command "${name}".${didYouMean(name, Object.keys(commands))} Run \`${program} --help\`.`,
    );
  if (typeof found === 'function') return [found, rest];
  const [second, ...more] = rest;
  if (second === undefined || second.startsWith('-')) return [undefined, more];
  const nested = Object.hasOwn(found, second) ? found[second] : undefined;
  if (nested === undefined)
    throw new UsageError(
      `There is no command "${name} ${second}".${didYouMean(second, Object.keys(found))} Run \`${program} ${name} --help\`.`,
    );
  return [nested, more];
}

async function overview(path: string[]): Promise<string> {
  const [group] = path;
  const isGroup =
    group !== undefined && typeof commands[group] === 'object' && Object.hasOwn(commands, group);
  const shown = isGroup ? [{ title: null, names: [group], example: null }] : groups;
  const width = Math.max(...listCommands(commands).map(([name]) => name.length)) + 2;
  const parts = shown.map(async ({ title, names, example }) => [
    ...(title === null ? [] : [bold(title)]),
    ...(await Promise.all(
      listCommands(commands, names).map(([name, load]) => describe(name.padEnd(width), load)),
    )),
    ...(example === null ? [] : [`  Example: ${example.replace(/^docent/, program)}`]),
    '',
  ]);
  const prefix = isGroup ? `docent ${group}` : 'docent';
  return [
    `Usage: ${prefix} COMMAND [OPTIONS]`,
    '',
    ...(await Promise.all(parts)).flat(),
    `Run \`${prefix.replace(/^docent/, program)} COMMAND --help\` for its options.${isGroup ? '' : ` \`${program} --version\` prints the version.`}`,
  ].join('\n');
}

function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

async function describe(name: string, load: Load): Promise<string> {
  const meta = (await load()).meta as { description?: string } | undefined;
  return `  ${name}${meta?.description ?? ''}`;
}

/** The library colours its help even in files, pipes and with NO_COLOR. */
function plainUnlessShown(help: string): string {
  const isColoured = process.stdout.isTTY === true && process.stdout.hasColors();
  return isColoured ? help : stripVTControlCharacters(help);
}

/** System errors on the command line are for the user to fix, such as a missing folder or a full disk. */
function ofSystem(thrown: unknown): DocentError | undefined {
  if (!(thrown instanceof Error) || !('syscall' in thrown) || isOutOfFiles(thrown)) return undefined;
  const { errno, syscall, path } = thrown as NodeJS.ErrnoException;
  if (errno === undefined || (path === undefined && syscall !== 'uv_cwd')) return undefined;
  const reason = getSystemErrorMessage(errno);
  return new DocentError('not_ready', `${path ?? 'The current folder'}: ${reason}.`, { cause: thrown });
}

function reportError(thrown: unknown, asJson: boolean): number {
  const isUsage = thrown instanceof UsageError || (thrown instanceof Error && thrown.name === 'CLIError');
  const error = isUsage
    ? new DocentError('invalid_request', stripVTControlCharacters(thrown.message))
    : asDocentError(ofSystem(thrown) ?? thrown);
  if (asJson)
    console.error(
      JSON.stringify({ error: { code: isUsage ? 'usage' : error.code, message: error.message } }),
    );
  else console.error(cleanForTerminal(`docent: ${error.message}`));
  if (error.code === 'internal' && error.cause instanceof Error)
    console.error(redact(error.cause.stack ?? error.cause.message, configuredSecrets()));
  return isUsage ? exitCodes.usage : exitCodeOf(error.code);
}
