interface AvatarProps {
  name: string;
  photoURL?: string;
}

/** A user's picture, or the initials. The name stands beside it, so screen readers skip it. */
export function Avatar({ name, photoURL }: AvatarProps) {
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span className="avatar" aria-hidden="true">
      {photoURL ? <img src={photoURL} alt="" /> : initials}
    </span>
  );
}
