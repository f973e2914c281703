import { join } from 'node:path';
import type { AgentSettings } from '../../src/agent/settings.ts';
import { openGithub } from '../../src/forges/github.ts';
import { startAgent } from './agent-rooms.ts';
import { compatibleModel } from './agent-script.ts';
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

/** A forge, a model and an agent, all over real HTTP. */
export async function startSite(
  t: Test,
  script: (request: ModelRequest, call: number) => Reply,
  options: { files?: Record<string, string>; settings?: Partial<AgentSettings> } = {},
) {
  const folder = await temporaryFolder(t);
  const gitDir = join(folder, 'acme/site.git');
  await commitFiles(gitDir, options.files ?? site);
  const forge = await startForgeServer('github', {
    folder,
    repository: 'acme/site',
    tokens: { 'tok-secret': 'write' },
  });
  const model = await startModelServer(script);
  t.after(async () => {
    await forge.close();
    await model.close();
  });
  const agent = await startAgent(t, {
    model: await compatibleModel(model.url),
    settings: options.settings ?? {},
    forge: async () => ({
      forge: openGithub({ url: forge.url, repository: 'acme/site', credentials: { token: 'tok-secret' } }),
      docsRoot: 'docs',
    }),
  });
  return { agent, forge, model, gitDir };
}
