import { Bar } from '../../app/bar';
import { Profile } from './profile';
import { Sessions } from './sessions';
import { Tokens } from './tokens';

/** The user's own name and mails, API tokens, and the browsers in which they are signed in. */
export default function AccountPage() {
  return (
    <>
      <Bar crumbs={[{ label: 'Your account' }]} />
      <div className="content">
        <h1>Your account</h1>
        <Profile />
        <Tokens />
        <Sessions />
      </div>
    </>
  );
}
