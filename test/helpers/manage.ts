import type { TestServer } from './server.ts';

/** A list of the management API: what is at `/manage/v1/projects/{projectId}/{what}`. */
export async function list(server: TestServer, what: string): Promise<Record<string, unknown>[]> {
  const url = `${server.url}/manage/v1/projects/${server.projectId}/${what}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${server.adminKey}` } });
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}
