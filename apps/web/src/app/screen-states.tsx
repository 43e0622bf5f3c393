import type { ErrorComponentProps } from '@tanstack/react-router';
import type { RequestError } from '../api/client';
import { Failure, Loading } from '../ui/states';

/** Stands where a screen will be whose program is still loaded. */
export const LoadingScreen = () => (
  <div className="content">
    <Loading />
  </div>
);

/** Stands where a screen failed. Text in the editor is kept in the browser, so that loading it anew loses nothing. */
export const FailedScreen = ({ error }: ErrorComponentProps) => (
  <div className="content">
    <h1>This screen cannot be shown</h1>
    <Failure error={error as RequestError} onRetry={() => location.reload()} />
  </div>
);
