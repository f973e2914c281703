import type { CommandTable } from './command-table.ts';

/** Commands are loaded on first use, so that `--help` stays fast. A new one is a file here, a line below, and its group. */
export const commands: CommandTable = {
  completion: async () => (await import('./completion.ts')).completionOf(commands),
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
    password: async () => (await import('./users.ts')).usersPasswordCommand,
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

/** The commands as help shows them: with what they are for, and an example. */
export const groups: { title: string; names: string[]; example: string }[] = [
  { title: 'Start', names: ['init', 'serve'], example: 'docent serve ./docs' },
  {
    title: 'Ask',
    names: ['ask', 'search', 'index'],
    example: 'docent ask "How do I configure a proxy?" ./docs',
  },
  {
    title: 'Check',
    names: ['doctor', 'addresses', 'claims', 'eval', 'prove', 'models'],
    example: 'docent doctor ./docs',
  },
  {
    title: 'Projects',
    names: ['projects', 'deploy', 'rollback', 'keys', 'mcp'],
    example: 'docent projects add --git https://github.com/acme/docs',
  },
  {
    title: 'Docs agent',
    names: ['job', 'jobs', 'triggers'],
    example: 'docent job "Explain how to rotate keys" --watch',
  },
  {
    title: 'People and data',
    names: ['users', 'backup', 'restore', 'export', 'forget'],
    example: 'docent backup docent.backup',
  },
  { title: 'Shell', names: ['completion'], example: 'docent completion bash >> ~/.bashrc' },
];
