import type { Provider } from 'oidc-provider';

type Metadata = Record<string, unknown>;
type Schema = new (metadata: Metadata, ...more: unknown[]) => object;

const taken = ['client_id', 'client_id_issued_at', 'client_name', 'client_uri', 'redirect_uris'];

/**
 * Takes of a client's metadata what this server heeds, so all else is as for every client: no secret, codes and refresh
 * tokens. VS Code, for one, asks for device codes, too, which the library would refuse.
 * https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1
 */
export function makeClientsPublic({ Client }: Provider): void {
  const { Schema } = Client as unknown as { Schema: Schema };
  class PublicSchema extends Schema {
    constructor(metadata: Metadata, ...more: unknown[]) {
      super(Object.fromEntries(Object.entries(metadata).filter(([name]) => taken.includes(name))), ...more);
    }
  }
  Object.defineProperty(Client, 'Schema', { value: PublicSchema });
}
