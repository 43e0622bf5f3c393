import { useState } from 'react';
import { call } from './client';
import { repeatableCall } from './repeatable-call';

/** `call` for a component: a request that it sends again after its answer was lost is done once. */
export function useRepeatableCall(): typeof call {
  const [repeatable] = useState(() => repeatableCall(call));
  return repeatable;
}
