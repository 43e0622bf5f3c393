import { useState } from 'react';

interface AvatarProps {
  name: string;
  photoURL?: string;
}

/** A user's picture, or the initials. The name stands beside it, so screen readers skip it. */
export function Avatar({ name, photoURL }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span className="avatar" aria-hidden="true">
      {photoURL && photoURL !== failed ? <img src={photoURL} alt="" onError={() => setFailed(photoURL)} /> : initials}
    </span>
  );
}
