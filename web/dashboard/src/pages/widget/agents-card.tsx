import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';

/** How coding agents get the docs: by MCP. */
export function AgentsCard() {
  const { domain, settings } = useProject();
  const key = settings.askPageKey;
  const url = `${location.origin}/mcp/${domain}`;
  const headers = { Authorization: `Bearer ${key ?? 'svc_dsc_…'}` };
  const name = `${domain}-docs`;
  return (
    <Card title="For coding agents">
      <div className="grid gap-4 text-sm">
        <p className="text-soft">
          Claude, Cursor, VS Code and other MCP clients search and read the docs at this address
          {key === undefined ? ', with an assistant key.' : ', here with the key of the public page.'}
        </p>
        <CodeBlock
          code={`claude mcp add --transport http ${name} ${url} --header "Authorization: ${headers.Authorization}"`}
          label="the command for Claude Code"
          wrap="code"
        />
        {key !== undefined && (
          <p className="flex gap-4">
            <a className="underline" href={cursorLink(name, { url, headers })}>
              Add to Cursor
            </a>
            <a className="underline" href={vscodeLink({ name, type: 'http', url, headers })}>
              Add to VS Code
            </a>
          </p>
        )}
      </div>
    </Card>
  );
}

/** https://cursor.com/docs/context/mcp/install-links */
function cursorLink(name: string, config: object): string {
  const encoded = encodeURIComponent(btoa(JSON.stringify(config)));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encoded}`;
}

/** https://code.visualstudio.com/api/extension-guides/ai/mcp#create-an-mcp-installation-url */
function vscodeLink(config: object): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}
