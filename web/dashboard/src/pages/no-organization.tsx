import { FrontPage } from '../layout/front-page.tsx';

export function NoOrganizationPage() {
  return (
    <FrontPage
      title="No organization yet"
      about="You are signed in, but nobody has invited you to an organization."
    >
      <p className="text-sm text-soft">Ask an admin for an invitation link, and open it in this browser.</p>
    </FrontPage>
  );
}
