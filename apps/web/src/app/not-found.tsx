import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/states';

export function NotFound() {
  return (
    <main className="content">
      <Empty isScreen title="There is nothing at this URL">
        <p>It may have been moved or deleted, or you may not be allowed to see it.</p>
        <Link to="/" className="button">
          Go to your organizations
        </Link>
      </Empty>
    </main>
  );
}
