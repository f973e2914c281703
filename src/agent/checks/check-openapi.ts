import { compileErrors, validate } from '@readme/openapi-parser';
import { parse } from 'yaml';

/**
 * Why an OpenAPI description is not valid; null when it is, or when the file is no OpenAPI description. References to
 * other files are not followed.
 */
export async function checkOpenapi(_path: string, text: string): Promise<string | null> {
  const data: unknown = parse(text, { maxAliasCount: 50, logLevel: 'error' });
  if (typeof data !== 'object' || data === null || !('openapi' in data || 'swagger' in data)) return null;
  try {
    const result = await validate(data as never, { resolve: { external: false } });
    return result.valid ? null : compileErrors(result).replace(/\s+/g, ' ').slice(0, 300);
  } catch (error) {
    return (error as Error).message.slice(0, 300);
  }
}
