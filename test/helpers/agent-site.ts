import { join } from 'node:path';
import type { CodeSource, DocsRepository } from '../../src/agent/deps.ts';
import type { PullRequestSettings } from '../../src/store/project-settings.ts';
import type { AgentLimits } from '../../src/agent/agent-limits.ts';
import { openGithub } from '../../src/forges/github.ts';
import { startAgent } from './agent-deps.ts';
import { compatibleModel } from './agent-script.ts';
import type { Tokens } from './git-server.ts';
import { startForgeServer } from './forge-server.ts';
import type { Reply } from './model-replies.ts';
import { type ModelRequest, startModelServer } from './model-server.ts';
import { commitFiles, temporaryFolder } from './repository.ts';

type Test = { after(clean: () => Promise<void>): void };

export const site = {
  'docs/index.md': '---\ntitle: Home\n---\n\n# Home\n\nSee [install](install.md).\n',
  'docs/install.md': '---\ntitle: Install\n---\n\n# Install\n\nRun npm.\n',
  'AGENTS.md': 'Write British English.\n',
};

type SiteOptions = {
  files?: Record<string, string | Uint8Array>;
  settings?: Partial<AgentLimits>;
  /** What the agent holds; `tok-secret` may write, `tok-read` may read. */
  token?: string;
  /** In place of a token. */
  app?: { appId: string; privateKey: string };
  /** Told of every request to the forge, while it waits. */
  onRequest?: () => void;
  repository?: string;
  docsRoot?: string;
  /** The project's setting. */
  allowCode?: string[];
  pullRequests?: PullRequestSettings;
  previewUrl?: DocsRepository['previewUrl'];
  signingKeyFile?: string;
  /** Read-only repositories, by name: the files of each. */
  code?: Record<string, Record<string, string>>;
};

/** A forge, a model and an agent, all over real HTTP. */
export async function startSite(
  t: Test,
  script: (request: ModelRequest, call: number) => Reply,
  options: SiteOptions = {},
) {
  const folder = await temporaryFolder(t);
  const gitDir = join(folder, 'acme/site.git');
  await commitFiles(gitDir, options.files ?? site);
  const code: CodeSource[] = [];
  for (const [name, files] of Object.entries(options.code ?? {})) {
    const url = join(folder, `${name}.git`);
    await commitFiles(url, files);
    code.push({ name, url, ref: null, access: async () => ({ url, authorization: null }) });
  }
  const tokens: Tokens = { 'tok-secret': 'write', 'tok-read': 'read' };
  const forge = await startForgeServer('github', { folder, repository: 'acme/site', tokens }, () =>
    options.onRequest?.(),
  );
  const model = await startModelServer(script);
  t.after(async () => {
    await forge.close();
    await model.close();
  });
  const agent = await startAgent(t, {
    model: await compatibleModel(model.url),
    settings: options.settings ?? {},
    ...(options.signingKeyFile && { signingKeyFile: options.signingKeyFile }),
    forge: async () => ({
      forge: openGithub({
        url: forge.url,
        repository: options.repository ?? 'acme/site',
        credentials: options.app ?? { token: options.token ?? 'tok-secret' },
      }),
      docsRoot: options.docsRoot ?? 'docs',
      allowCode: options.allowCode ?? [],
      pullRequests: options.pullRequests ?? {},
      ...(options.previewUrl && { previewUrl: options.previewUrl }),
      code,
    }),
  });
  return { agent, forge, model, gitDir, tokens };
}
