import { lazyRouteComponent } from '@tanstack/react-router';
import { RequestError } from './api/request.ts';

/**
 * A page whose code is loaded when it is opened. When that fails, the router reloads everything once, which brings the
 * files of a server that was updated; without a server it would leave the browser's own error and nothing to go back to.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as the router's own
export function lazyPage<Module extends Record<string, any>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadOrTell = () =>
    load().catch(async (error: unknown) => {
      throw (await isThere()) ? error : new RequestError(0, {});
    });
  return lazyRouteComponent(loadOrTell, name);
}

async function isThere(): Promise<boolean> {
  return fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  );
}
