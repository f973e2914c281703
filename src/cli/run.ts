import { getSystemErrorMessage, stripVTControlCharacters } from 'node:util';
import { type CommandDef, renderUsage, runCommand } from 'citty';
import { configuredSecrets } from '../config.ts';
import { asDocentError, DocentError } from '../errors.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { isOutOfFiles, mayOpenEnough, outOfFiles } from '../lib/open-files.ts';
import { redact } from '../lib/log.ts';
import { version } from '../lib/package.ts';
import { checkArguments } from './check-arguments.ts';
import { didYouMean } from './did-you-mean.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

/** Commands are loaded on first use, so that `--help` stays fast. A new one is a file here and a line below. */
type Load = () => Promise<CommandDef<any>>;
export const commands: Record<string, Load | Record<string, Load>> = {
  init: async () => (await import('./init.ts')).initCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  index: async () => (await import('./index.ts')).indexCommand,
  search: async () => (await import('./search.ts')).searchCommand,
  ask: async () => (await import('./ask.ts')).askCommand,
  eval: async () => (await import('./eval.ts')).evalCommand,
  prove: async () => (await import('./prove.ts')).proveCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  addresses: async () => (await import('./addresses.ts')).addressesCommand,
  claims: async () => (await import('./claims.ts')).claimsCommand,
  deploy: async () => (await import('./deploy.ts')).deployCommand,
  rollback: async () => (await import('./rollback.ts')).rollbackCommand,
  keys: {
    create: async () => (await import('./keys.ts')).keysCreateCommand,
    list: async () => (await import('./keys.ts')).keysListCommand,
    revoke: async () => (await import('./keys.ts')).keysRevokeCommand,
  },
  users: {
    invite: async () => (await import('./users.ts')).usersInviteCommand,
    list: async () => (await import('./users.ts')).usersListCommand,
    delete: async () => (await import('./users.ts')).usersDeleteCommand,
    operator: async () => (await import('./users.ts')).usersOperatorCommand,
  },
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  models: { test: async () => (await import('./models.ts')).modelsTestCommand },
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  forget: async () => (await import('./forget.ts')).forgetCommand,
  projects: {
    add: async () => (await import('./projects.ts')).projectsAddCommand,
    list: async () => (await import('./projects.ts')).projectsListCommand,
    remove: async () => (await import('./projects.ts')).projectsRemoveCommand,
    connect: async () => (await import('./connect.ts')).projectsConnectCommand,
    webhook: async () => (await import('./webhook.ts')).projectsWebhookCommand,
  },
  job: async () => (await import('./job.ts')).jobCommand,
  triggers: async () => (await import('./triggers.ts')).triggersCommand,
  jobs: {
    list: async () => (await import('./jobs.ts')).jobsListCommand,
    merge: async () => (await import('./jobs.ts')).jobsMergeCommand,
    close: async () => (await import('./jobs.ts')).jobsCloseCommand,
    cancel: async () => (await import('./jobs.ts')).jobsCancelCommand,
  },
};

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
  const nested = group !== undefined && Object.hasOwn(commands, group) ? commands[group] : undefined;
  const table = typeof nested === 'object' ? nested : commands;
  const prefix = typeof nested === 'object' ? `docent ${group}` : 'docent';
  const loads = Object.entries(table).flatMap(([name, entry]): [string, Load][] => {
    if (typeof entry === 'function') return [[name, entry]];
    return Object.entries(entry).map(([second, load]) => [`${name} ${second}`, load]);
  });
  const width = Math.max(...loads.map(([name]) => name.length)) + 2;
  const lines = await Promise.all(loads.map(([name, load]) => describe(name.padEnd(width), load)));
  return [
    `Usage: ${prefix} COMMAND [OPTIONS]`,
    '',
    ...lines,
    '',
    `Run \`${prefix.replace(/^docent/, program)} COMMAND --help\` for its options.${nested === undefined ? ` \`${program} --version\` says which Docent this is.` : ''}`,
  ].join('\n');
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
