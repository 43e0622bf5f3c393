import { useEffect, useState } from 'react';
import { useOperation } from '../api/queries';
import { keepItemsOf } from '../api/user-items';

/** Lets screens keep items in this browser once the signed-in user is known. */
export function useItemsOfUser() {
  const { data, error, refetch } = useOperation('getAuthenticatedUser');
  const [isReady, setReady] = useState(false);
  const id = data?.id;
  useEffect(() => {
    if (id === undefined) return;
    if (keepItemsOf(id)) setReady(true);
    // Another user signed in, in another tab: this one shows pages and text of the user before.
    else location.reload();
  }, [id]);
  return { isReady, error, retry: () => void refetch() };
}
