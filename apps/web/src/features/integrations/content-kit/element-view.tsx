import { useId } from 'react';
import { Button } from '../../../ui/button';
import { InputView } from './input-view';
import { isElement, resolveState, type Action, type Element, type State } from './elements';

interface ElementViewProps {
  element: Element | string;
  state: State;
  isBusy: boolean;
  onState(name: string, value: unknown): void;
  onAction(action: Action): void;
}

/** One element of ContentKit with all that is in it. One of an unknown type shows what is in it. */
export function ElementView({ element, ...rest }: ElementViewProps) {
  if (typeof element === 'string') return <>{element}</>;
  const children = (element.children ?? []).map((child, index) => (
    <ElementView key={index} element={child} {...rest} />
  ));
  const text = (name: string) => textOf(resolveState(element[name], rest.state));
  switch (element.type) {
    case 'divider':
      return <hr />;
    case 'text':
      return <span className={element.style === 'bold' ? 'title' : undefined}>{children}</span>;
    case 'markdown':
      return <p style={{ whiteSpace: 'pre-line' }}>{text('content')}</p>;
    case 'codeblock':
      return (
        <pre className="log" tabIndex={0}>
          {text('content')}
        </pre>
      );
    case 'hstack':
      return <div className="hstack">{children}</div>;
    case 'card':
      return (
        <div className="card">
          {element.title !== undefined && <strong>{text('title')}</strong>}
          {element.hint !== undefined && <span className="muted">{text('hint')}</span>}
          {children}
          <div className="hstack">
            {((element.buttons ?? []) as Element[]).map((button, index) => (
              <ElementView key={index} element={button} {...rest} />
            ))}
          </div>
        </div>
      );
    case 'image':
      return <img src={sourceOf(element, rest.state)} alt={text('alt')} />;
    case 'link':
      return (
        <a href={targetOf(element, rest.state)} target="_blank" rel="noreferrer">
          {children}
        </a>
      );
    case 'webframe':
      return (
        <a href={sourceOf(element, rest.state)} target="_blank" rel="noreferrer">
          Open what the integration shows
        </a>
      );
    case 'button':
      return <ButtonView element={element} {...rest} />;
    case 'input':
      return <LabelledInput element={element} {...rest} />;
    case 'textinput':
    case 'select':
    case 'switch':
    case 'checkbox':
    case 'radio':
      return <InputView element={element} label={text('label') || element.type} {...rest} />;
    default:
      return <div className="vstack">{children}</div>;
  }
}

function ButtonView({ element, state, isBusy, onAction }: ElementViewProps & { element: Element }) {
  const { onPress, style } = element;
  const label = textOf(resolveState(element.label ?? element.tooltip, state)) || 'Go on';
  return (
    <Button
      look={style === 'primary' || style === 'danger' ? style : 'plain'}
      disabled={isBusy || Boolean(resolveState(element.disabled, state))}
      onClick={() => onPress && onAction(onPress as Action)}
    >
      {label}
    </Button>
  );
}

/** An input with the words that say what it is for. */
function LabelledInput({ element, ...rest }: ElementViewProps & { element: Element }) {
  const id = useId();
  const inner = element.element;
  const hint = element.hint;
  if (!isElement(inner)) return null;
  if (inner.type === 'button')
    return (
      <div className="field">
        <span className="field-label">{textOf(element.label)}</span>
        {hint !== undefined && <span className="hint">{textOf(hint)}</span>}
        <div>
          <ElementView element={inner} {...rest} />
        </div>
      </div>
    );
  return (
    <div className="field">
      <label htmlFor={id}>{textOf(element.label)}</label>
      <InputView id={id} element={inner} {...rest} />
      {hint !== undefined && <span className="hint">{textOf(hint)}</span>}
    </div>
  );
}

/** The words of a text or of an element that holds some. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(textOf).join('');
  return isElement(value) ? textOf(value.children ?? value.content) : '';
}

/** Only addresses of the web: scripts of integrations are not to be trusted. */
function webAddress(value: unknown): string | undefined {
  const text = String(value ?? '');
  return /^https?:\/\//i.test(text) ? text : undefined;
}

const sourceOf = (element: Element, state: State) =>
  webAddress((resolveState(element.source, state) as { url?: string } | undefined)?.url);
const targetOf = (element: Element, state: State) =>
  webAddress((resolveState(element.target, state) as { url?: string } | undefined)?.url);
