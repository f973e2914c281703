import { compileErrors, validate } from '@readme/openapi-parser';
import { parse } from 'yaml';

/**
 * Why a file is not a valid OpenAPI description; null when it is, or is none at all. References out of the file are
 * not followed.
 */
export async function checkOpenapi(_path: string, text: string): Promise<string | null> {
  const data: unknown = parse(text, { maxAliasCount: 50, logLevel: 'silent' });
  if (typeof data !== 'object' || data === null || !('openapi' in data || 'swagger' in data)) return null;
  try {
    const result = await validate(data as never, { resolve: { external: false } });
    return result.valid ? null : compileErrors(result).replace(/\s+/g, ' ').slice(0, 300);
  } catch (error) {
    return (error as Error).message.slice(0, 300);
  }
}
