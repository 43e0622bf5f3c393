import { useNavigate, useRouter } from '@tanstack/react-router';

/** Navigates once an answer has come, unless the user has gone elsewhere meanwhile. */
export function useNavigateFromHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const router = useRouter();
  const here = router.state.location.pathname;
  return async (options) => {
    if (router.state.location.pathname === here) await navigate(options);
  };
}
