import { isIP } from 'node:net';

/** Of the tools; the registry wants a semantic version. */
export const mcpVersion = '1.0.0';
export const cardType = 'application/mcp-server-card+json';

const maxLength = 100;

/** A project's MCP server, to whom does not know it yet. */
export type DescribedServer = {
  domain: string;
  /** Of the docs. */
  name: string;
  /** The address of the docs site. */
  website: string | null;
  /** The address of this server. */
  address: string;
  /** Whether it needs no key. */
  isPublic: boolean;
};

/**
 * What a client reads before it connects. The format is an experimental extension of the protocol (SEP-2127):
 * https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/schema.ts
 */
export function serverCard(server: DescribedServer, supportedProtocolVersions: readonly string[]) {
  const { remotes, ...about } = described(server);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    ...about,
    remotes: remotes.map((remote) => ({ ...remote, supportedProtocolVersions })),
  };
}

/** What `mcp-publisher` sends to the registry. https://modelcontextprotocol.io/registry/remote-servers */
export function registryEntry(server: DescribedServer) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...described(server),
  };
}

/**
 * The servers at this address, for clients that know only the address.
 * https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md
 */
export function catalogOf(servers: readonly DescribedServer[]) {
  return {
    specVersion: 'draft',
    entries: servers.map((server) => ({
      identifier: `urn:air:${new URL(server.address).hostname}:${server.domain}`,
      displayName: titleOf(server),
      type: cardType,
      url: `${mcpAddress(server)}/server-card`,
    })),
  };
}

export function mcpAddress({ address, domain }: Pick<DescribedServer, 'address' | 'domain'>): string {
  return `${address.replace(/\/$/, '')}/mcp/${domain}`;
}

function described(server: DescribedServer) {
  const { domain, address, website, isPublic, name } = server;
  return {
    name: `${namespaceOf(new URL(address).hostname)}/${domain}`,
    title: titleOf(server),
    description: short(`Searches, reads and answers from the ${short(name, 60)} docs.`),
    version: mcpVersion,
    ...(website !== null && { websiteUrl: website }),
    remotes: [
      { type: 'streamable-http', url: mcpAddress(server), ...(!isPublic && { headers: [keyHeader] }) },
    ],
  };
}

const keyHeader = {
  name: 'Authorization',
  description: 'An assistant key, after the word Bearer.',
  value: 'Bearer {key}',
  isRequired: true,
  isSecret: true,
  variables: { key: { description: 'An assistant key of the docs.', isRequired: true, isSecret: true } },
};

/** A name on the internet backwards, as the registry has it. */
function namespaceOf(hostname: string): string {
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName ? hostname.split('.').reverse().join('.') : 'localhost';
}

function titleOf({ name }: DescribedServer): string {
  return `${short(name, maxLength - 5)} docs`;
}

function short(text: string, length = maxLength): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
