import type { ButtonHTMLAttributes, MouseEvent } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'danger' | 'ghost';
  small?: boolean;
}

export function Button({ look = 'plain', small, className = '', type = 'button', onClick, ...rest }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A double click sends a form once.
    if (event.detail > 1 && (look === 'primary' || look === 'danger')) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button type={type} className={`button ${look}${small ? ' small' : ''} ${className}`} {...rest} onClick={click} />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Says what the button does; screen readers read it and the pointer shows it. */
  label: string;
}

export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`button icon ${className}`} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
