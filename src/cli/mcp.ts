import { defineCommand } from 'citty';
import { findAskPage } from '../accounts/ask-page-key.ts';
import { productName } from '../store/product-name.ts';
import { DocentError } from '../errors.ts';
import { mcpAddress, registryEntry } from '../mcp/server-card.ts';
import { dataOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { addressOf } from './last-address.ts';
import { withApp } from './open-app.ts';

export const mcpCommand = defineCommand({
  meta: { name: 'docent mcp', description: 'Print the address of a project’s MCP server.' },
  args: {
    domain: { type: 'positional', required: false, description: 'The project, if there are several.' },
    registry: { type: 'boolean', description: 'Print a server.json for the MCP registry.' },
    data: dataOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.domain);
      const { domain, baseUrl: website } = project;
      const name = productName(project);
      const address = addressOf(app.config);
      const isPublic = (await findAskPage(app.store, domain)) !== undefined;
      if (!args.registry) {
        console.log(mcpAddress({ address, domain }));
        console.error(isPublic ? 'No key is needed.' : 'An assistant key is needed.');
        return;
      }
      if (!address.startsWith('https://'))
        throw new DocentError(
          'invalid_request',
          'The registry takes https addresses on the internet only. Set DOCENT_PUBLIC_URL to that of this server.',
        );
      console.log(JSON.stringify(registryEntry({ domain, name, website, address, isPublic }), null, 2));
    });
  },
});
