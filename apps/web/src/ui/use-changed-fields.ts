import { useState } from 'react';
import { changedFields } from './changed-fields';

/**
 * The fields of a form that the user has changed since the form was opened or saved. Only they are sent, so that a change of a
 * colleague to another field stays. `now` are the values of all fields.
 */
export function useChangedFields<T extends object>(now: T) {
  const [begun, setBegun] = useState(now);
  return {
    changed: changedFields(begun, now),
    /** Begins anew with the values that were saved. */
    begin: () => setBegun(now),
  };
}
