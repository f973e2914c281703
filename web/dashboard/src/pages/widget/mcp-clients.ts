/** `key` where one must be sent; without it, the docs are public. */
type Place = { name: string; url: string; key?: string | undefined };

type McpClient = {
  name: string;
  /**
   * `protocol`: a test connects to what the code names, as the client would. `no`: its maker's servers connect, to an
   * address on the internet.
   */
  tried: 'protocol' | 'no';
  /** What to do with the code. */
  steps: string;
  code(place: Place): string;
  /** A link that adds it. */
  link?(place: Place): string;
  /** It sends no key. */
  publicOnly?: true;
};

const bearer = ({ key }: Place) => key && `Bearer ${key}`;
const withHeaders = (place: Place) => bearer(place) && { headers: { Authorization: bearer(place) } };
const json = (value: object) => JSON.stringify(value, null, 2);
const httpConfig = (place: Place) => ({ type: 'http', url: place.url, ...withHeaders(place) });
const plainConfig = (place: Place) => ({ url: place.url, ...withHeaders(place) });
const headerOption = (place: Place) => (bearer(place) ? ` --header "Authorization: ${bearer(place)}"` : '');

/** How each MCP client is connected to a project's docs; `docs/guides/mcp.md` says the same. */
export const mcpClients: readonly McpClient[] = [
  {
    name: 'Claude',
    tried: 'no',
    steps:
      'On the web and in Claude Desktop: Settings → Connectors → Add custom connector, with this address. It must be https and on the internet.',
    code: ({ url }) => url,
    publicOnly: true,
  },
  {
    name: 'Claude Code',
    tried: 'protocol',
    steps: 'In a terminal:',
    code: (place) => `claude mcp add --transport http ${place.name} ${place.url}${headerOption(place)}`,
  },
  {
    name: 'ChatGPT',
    tried: 'no',
    steps:
      'Settings → Apps & Connectors → Advanced settings → Developer mode; then Create, with this address and “No authentication”. It must be https and on the internet.',
    code: ({ url }) => `${url}?for=chatgpt`,
    publicOnly: true,
  },
  {
    name: 'Cursor',
    tried: 'protocol',
    steps: 'In .cursor/mcp.json:',
    code: (place) => json({ mcpServers: { [place.name]: plainConfig(place) } }),
    // https://cursor.com/docs/context/mcp/install-links
    link: (place) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(place.name)}&config=${encodeURIComponent(btoa(JSON.stringify(plainConfig(place))))}`,
  },
  {
    name: 'VS Code',
    tried: 'protocol',
    steps: 'In .vscode/mcp.json:',
    code: (place) => json({ servers: { [place.name]: httpConfig(place) } }),
    // https://code.visualstudio.com/api/extension-guides/ai/mcp#create-an-mcp-installation-url
    link: (place) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: place.name, ...httpConfig(place) }))}`,
  },
  {
    name: 'Windsurf',
    tried: 'protocol',
    steps: 'In ~/.codeium/windsurf/mcp_config.json:',
    code: (place) => json({ mcpServers: { [place.name]: { serverUrl: place.url, ...withHeaders(place) } } }),
  },
  {
    name: 'Zed',
    tried: 'protocol',
    steps: 'In its settings.json:',
    code: (place) => json({ context_servers: { [place.name]: plainConfig(place) } }),
  },
  {
    name: 'Codex',
    tried: 'protocol',
    steps: 'In ~/.codex/config.toml:',
    code: (place) =>
      [
        `[mcp_servers.${place.name}]`,
        `url = "${place.url}"`,
        ...(bearer(place) ? [`http_headers = { Authorization = "${bearer(place)}" }`] : []),
      ].join('\n'),
  },
  {
    name: 'Gemini CLI',
    tried: 'protocol',
    steps: 'In a terminal:',
    code: (place) => `gemini mcp add --transport http ${place.name} ${place.url}${headerOption(place)}`,
  },
];
