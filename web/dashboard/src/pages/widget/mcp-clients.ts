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
  /** What to do then, to sign in where it sends no key and the docs are not public. */
  signIn: string;
  code(place: Place): string;
  /** A link that adds it. */
  link?(place: Place): string;
  /** It sends no key, so where the docs are not public it signs people in. */
  keyless?: true;
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
    signIn: 'Press Connect beside it, sign in, and allow it.',
    code: ({ url }) => url,
    keyless: true,
  },
  {
    name: 'Claude Code',
    tried: 'protocol',
    steps: 'In a terminal:',
    signIn: 'Type /mcp in Claude Code, choose the server, then Authenticate.',
    code: (place) => `claude mcp add --transport http ${place.name} ${place.url}${headerOption(place)}`,
  },
  {
    name: 'ChatGPT',
    tried: 'no',
    steps:
      'Settings → Apps & Connectors → Advanced settings → Developer mode; then Create, with this address and “No authentication”. It must be https and on the internet.',
    signIn: 'Choose “OAuth” instead of “No authentication”, sign in, and allow it.',
    code: ({ url }) => `${url}?for=chatgpt`,
    keyless: true,
  },
  {
    name: 'Cursor',
    tried: 'protocol',
    steps: 'In .cursor/mcp.json:',
    signIn: 'Press the button that asks you to log in, beside the server in the settings, under MCP.',
    code: (place) => json({ mcpServers: { [place.name]: plainConfig(place) } }),
    // https://cursor.com/docs/context/mcp/install-links
    link: (place) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(place.name)}&config=${encodeURIComponent(btoa(JSON.stringify(plainConfig(place))))}`,
  },
  {
    name: 'VS Code',
    tried: 'protocol',
    steps: 'In .vscode/mcp.json:',
    signIn: 'Start the server, above its entry in the file, and let VS Code open the sign-in.',
    code: (place) => json({ servers: { [place.name]: httpConfig(place) } }),
    // https://code.visualstudio.com/api/extension-guides/ai/mcp#create-an-mcp-installation-url
    link: (place) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: place.name, ...httpConfig(place) }))}`,
  },
  {
    name: 'Windsurf',
    tried: 'protocol',
    steps: 'In ~/.codeium/windsurf/mcp_config.json:',
    signIn: 'Refresh the servers in Cascade, and sign in where the browser opens.',
    code: (place) => json({ mcpServers: { [place.name]: { serverUrl: place.url, ...withHeaders(place) } } }),
  },
  {
    name: 'Zed',
    tried: 'protocol',
    steps: 'In its settings.json:',
    signIn: 'Press Authenticate beside the server in the settings, under MCP Servers.',
    code: (place) => json({ context_servers: { [place.name]: plainConfig(place) } }),
  },
  {
    name: 'Codex',
    tried: 'protocol',
    steps: 'In ~/.codex/config.toml:',
    signIn: 'Run codex mcp login with the server’s name.',
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
    signIn: 'Type /mcp auth and the server’s name in Gemini CLI.',
    code: (place) => `gemini mcp add --transport http ${place.name} ${place.url}${headerOption(place)}`,
  },
];
