import { useState } from 'react';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Choice } from '../../ui/field.tsx';
import { mcpClients } from './mcp-clients.ts';

/** How coding agents and assistants get the docs: by MCP. */
export function AgentsCard() {
  const { name, domain, settings } = useProject();
  const isPublic = settings.askPageKey !== undefined;
  const [chosen, setChosen] = useState('Claude Code');
  const client = mcpClients.find(({ name }) => name === chosen)!;
  const place = {
    name: serverName(name, domain),
    url: `${location.origin}/mcp/${domain}`,
    key: isPublic ? undefined : 'svc_dsc_…',
  };
  return (
    <Card title="For agents">
      <div className="grid gap-4 text-sm">
        <p className="text-soft">
          Claude, ChatGPT, Cursor and other MCP clients search and read the docs at this address,{' '}
          {isPublic
            ? 'without a key while the public page is open.'
            : 'with an assistant key, or as a member who signs in.'}
        </p>
        <div>
          <Choice
            label="Client"
            value={chosen}
            options={mcpClients.map(({ name }) => ({ value: name, label: name }))}
            onChoose={setChosen}
          />
        </div>
        <p>{client.steps}</p>
        <CodeBlock
          code={client.code(place)}
          label={`the code for ${client.name}`}
          language={client.code(place).startsWith('{') ? 'json' : 'bash'}
          wrap={client.code(place).includes('\n') ? undefined : 'code'}
        />
        {client.link !== undefined && (
          <a className="underline" href={client.link({ ...place, key: undefined })}>
            Add to {client.name}
          </a>
        )}
        {!isPublic && (
          <p>
            {client.keyless
              ? 'Then sign in: '
              : 'Members of the organization can leave out the key and sign in: '}
            {client.signIn}
          </p>
        )}
        <p className="text-xs text-soft">
          {client.tried === 'protocol'
            ? 'Tried by its protocol, in a test; the program itself was not.'
            : 'Not tried: its maker’s servers connect.'}
        </p>
      </div>
    </Card>
  );
}

/** The docs among a person's other servers: of the product's name, unless that has none of these letters. */
function serverName(name: string, domain: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return /(?:^|-)docs$/.test(words) ? words : `${words || domain}-docs`;
}
