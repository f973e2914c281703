import { shortPage } from '../web/short-page.ts';

/** Shown while the dashboard is being built, which takes a few seconds once after an update; reloads itself. */
export function waitingPage({ failed }: { failed: boolean }): string {
  return failed
    ? shortPage('The dashboard could not be built', 'The server’s log says why. The API works nevertheless.')
    : shortPage('The dashboard is being built', 'This takes a few seconds, once. The page opens by itself.', {
        reloads: true,
      });
}
