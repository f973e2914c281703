import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** What somebody wrote at a vendor's. */
export type Entry = { id: number; title: string; text: string; at: string };

export type KnowledgeServer = {
  url: string;
  /** The address of the source. */
  source: string;
  token: string;
  entries: Entry[];
  /** Status and fields of the next answers, before any other; null: as usual. */
  next: ({ status: number; headers?: Record<string, string> } | null)[];
  /** Method and path of each request; of GraphQL its parts. */
  requests: string[];
};

type Asked = { url: URL; body: Record<string, unknown>; server: KnowledgeServer };
/** Answers as the documented API does: null for what is not there. */
export type Dialect = {
  path: string;
  token: string;
  authorization: string;
  answer: (asked: Asked) => object | null;
};

const pageSize = 2;

export async function startKnowledgeServer(context: TestContext, dialect: Dialect): Promise<KnowledgeServer> {
  const server: KnowledgeServer = {
    url: '',
    source: '',
    token: dialect.token,
    entries: [],
    next: [],
    requests: [],
  };
  const http = createServer(async (request, response) => {
    const url = new URL(request.url!, server.url);
    const text = await textOf(request);
    const send = (status: number, headers: Record<string, string>, body: object): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    server.requests.push(
      `${request.method} ${url.pathname}${/\b(?:discussions|issues|releases|nodes)\(/.exec(text)?.[0] ?? ''}`,
    );
    const [told] = server.next.splice(0, 1);
    if (told != null) return send(told.status, told.headers ?? {}, { message: 'told' });
    if (request.headers.authorization !== dialect.authorization)
      return send(401, {}, { message: 'Bad credentials' });
    const answer = dialect.answer({
      url,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      server,
    });
    if (answer === null) send(404, {}, { message: 'Not Found' });
    else send(200, {}, answer);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    http.closeAllConnections();
    http.close();
  });
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  server.source = server.url + dialect.path;
  return server;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** Some of a list, and where the next ones begin. */
function pageOf<Item>(all: Item[], cursor: unknown): { some: Item[]; next: string | null } {
  const from = Number(cursor ?? 0);
  const end = from + pageSize;
  return { some: all.slice(from, end), next: end < all.length ? String(end) : null };
}

const person = { __typename: 'User', login: 'jane-doe', name: 'Jane Doe' };

/** https://docs.github.com/en/graphql/reference */
export const githubDialect: Dialect = {
  path: '/acme/harbour',
  token: 'ghp_test',
  authorization: 'Bearer ghp_test',
  answer({ url, body, server }) {
    if (url.pathname !== '/api/graphql') return null;
    const { query, variables } = body as { query: string; variables: Record<string, unknown> };
    if (query.includes('nodes(ids')) {
      const nodes = (variables['ids'] as string[]).map((id) => {
        const entry = server.entries.find((one) => `D_${one.id}` === id);
        return entry ? { __typename: 'Discussion', id, ...described(server, entry) } : null;
      });
      return { data: { nodes } };
    }
    if (variables['owner'] !== 'acme' || variables['name'] !== 'harbour')
      return { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message: 'Could not resolve' }] };
    const { some, next } = pageOf(server.entries, variables['after']);
    const nodes = some.map(({ id, at }) => ({
      id: `D_${id}`,
      updatedAt: at,
      answer: { id: `A_${id}`, updatedAt: at },
    }));
    return {
      data: {
        repository: { discussions: { pageInfo: { hasNextPage: next !== null, endCursor: next }, nodes } },
      },
    };
  },
};

function described(server: KnowledgeServer, { id, title, text, at }: Entry): object {
  return {
    number: id,
    title,
    body: 'How is it done?',
    url: `${server.source}/discussions/${id}`,
    answerChosenAt: at,
    author: person,
    answer: { body: text, author: { ...person, login: 'octo-cat', name: null } },
    category: { name: 'Q&A' },
  };
}

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/ */
export const zendeskDialect: Dialect = {
  path: '/hc/en-us',
  token: 'agent@example.com/token:secret',
  authorization: `Basic ${Buffer.from('agent@example.com/token:secret').toString('base64')}`,
  answer({ url, server }) {
    if (url.pathname !== '/api/v2/help_center/articles.json') return null;
    const { some, next } = pageOf(server.entries, url.searchParams.get('page[after]'));
    const article = (entry: Entry) => ({
      id: entry.id,
      html_url: `${server.source}/articles/${entry.id}`,
      title: entry.title,
      body: `<p>${entry.text}</p>`,
      draft: false,
      user_segment_id: null,
      updated_at: entry.at,
      edited_at: entry.at,
    });
    const link = next === null ? null : `${server.url}${url.pathname}?page[size]=100&page[after]=${next}`;
    const inner = {
      ...article({ id: 900, title: 'Inner', text: 'For agents.', at: '2026-01-01T00:00:00Z' }),
      user_segment_id: 7,
    };
    return {
      articles: [...some.map(article), ...(next === null ? [inner] : [])],
      meta: { has_more: next !== null, after_cursor: next },
      links: { next: link },
    };
  },
};

/** https://developer.atlassian.com/cloud/confluence/rest/v2/ */
export const confluenceDialect: Dialect = {
  path: '/wiki/spaces/DOCS/overview',
  token: 'agent@example.com:secret',
  authorization: `Basic ${Buffer.from('agent@example.com:secret').toString('base64')}`,
  answer({ url, server }) {
    const version = ({ at }: Entry) => ({ number: Date.parse(at), createdAt: at });
    const { pathname } = url;
    if (pathname === '/wiki/api/v2/spaces')
      return {
        results: url.searchParams.get('keys') === 'DOCS' ? [{ id: '77', key: 'DOCS' }] : [],
        _links: {},
      };
    if (pathname === '/wiki/api/v2/spaces/77/pages') {
      const { some, next } = pageOf(server.entries, url.searchParams.get('cursor'));
      const results = some.map((entry) => ({
        id: String(entry.id),
        title: entry.title,
        version: version(entry),
      }));
      return { results, _links: next === null ? {} : { next: `${pathname}?limit=100&cursor=${next}` } };
    }
    const id = /^\/wiki\/api\/v2\/pages\/(\d+)$/.exec(pathname)?.[1];
    const entry = server.entries.find((one) => String(one.id) === id);
    if (entry === undefined) return null;
    return {
      id,
      title: entry.title,
      version: version(entry),
      body: storageOf(entry),
      _links: { webui: `/spaces/DOCS/pages/${id}`, base: `${server.url}/wiki` },
    };
  },
};

const storageOf = ({ text }: Entry) => {
  const value = `<ac:structured-macro ac:name="info"><ac:rich-text-body><p>${text}</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">bash</ac:parameter><ac:plain-text-body><![CDATA[a < b && c]]></ac:plain-text-body></ac:structured-macro><p>x&nbsp;y<ac:link><ri:user ri:account-id="5b10" /></ac:link></p>`;
  return { storage: { value, representation: 'storage' } };
};

/** https://developer.atlassian.com/server/confluence/rest/v900/api-group-content-resource/ */
export const confluenceServerDialect: Dialect = {
  path: '/confluence/display/DOCS/Home',
  token: 'a-personal-access-token',
  authorization: 'Bearer a-personal-access-token',
  answer({ url, server }) {
    const asked = url.searchParams;
    const path = /^\/confluence\/rest\/api\/content(?:\/(\d+))?$/.exec(url.pathname);
    if (path === null) return null;
    const id = path[1];
    const version = ({ at }: Entry) => ({ number: Date.parse(at), when: at });
    const described = (entry: Entry) => ({
      id: String(entry.id),
      type: 'page',
      status: 'current',
      title: entry.title,
      ...(asked.get('expand')?.includes('version') && { version: version(entry) }),
      ...(asked.get('expand')?.includes('body.storage') && { body: storageOf(entry) }),
      _links: {
        webui: `/display/DOCS/${entry.id}`,
        ...(id !== undefined && { base: `${server.url}/confluence` }),
      },
    });
    if (id !== undefined) {
      const entry = server.entries.find((one) => String(one.id) === id);
      return entry === undefined ? null : described(entry);
    }
    if (asked.get('spaceKey') !== 'DOCS' || asked.get('type') !== 'page') return null;
    const { some, next } = pageOf(server.entries, asked.get('start'));
    const links = { base: `${server.url}/confluence`, context: '/confluence' };
    // The server decides how many come at once, and names the next ones from below its context.
    const more = { next: `/rest/api/content?spaceKey=DOCS&limit=${pageSize}&start=${next}` };
    return {
      results: some.map(described),
      size: some.length,
      _links: { ...links, ...(next !== null && more) },
    };
  },
};

/** https://developers.notion.com/reference */
export const notionDialect: Dialect = {
  path: '/acme',
  token: 'ntn_test',
  authorization: 'Bearer ntn_test',
  answer({ url, body, server }) {
    const page = ({ id, title, at }: Entry) => ({
      object: 'page',
      id: `p-${id}`,
      url: `https://www.notion.so/p${id}`,
      public_url: null,
      last_edited_time: at,
      archived: false,
      in_trash: false,
      properties: {
        Name: { id: 'title', type: 'title', title: [{ type: 'text', plain_text: title, href: null }] },
      },
    });
    if (url.pathname === '/v1/search') {
      const { some, next } = pageOf(server.entries, body['start_cursor']);
      return { object: 'list', results: some.map(page), has_more: next !== null, next_cursor: next };
    }
    const [, kind, id] = /^\/v1\/(pages|blocks)\/p-(\d+)/.exec(url.pathname) ?? [];
    const entry = server.entries.find((one) => String(one.id) === id);
    if (entry === undefined) return null;
    if (kind === 'pages') return page(entry);
    const rich_text = [{ type: 'text', plain_text: entry.text, href: null, annotations: { code: false } }];
    const results = [
      { object: 'block', id: 'b1', type: 'paragraph', has_children: false, paragraph: { rich_text } },
    ];
    return { object: 'list', results, has_more: false, next_cursor: null };
  },
};
