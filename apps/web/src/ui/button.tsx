import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'danger' | 'ghost';
  small?: boolean;
}

export function Button({ look = 'plain', small, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${look}${small ? ' small' : ''} ${className}`} {...rest} />;
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
