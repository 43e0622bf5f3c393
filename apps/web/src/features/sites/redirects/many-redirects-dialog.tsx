import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { TextArea } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';
import { useNotices } from '../../../ui/notices';
import { redirectsOf } from './redirect-lines';

interface ManyRedirectsDialogProps {
  params: { organizationId: string; siteId: string };
  onClose(): void;
}

/** Adds redirects from a text that has one in each line. */
export function ManyRedirectsDialog({ params, onClose }: ManyRedirectsDialogProps) {
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const change = useAction('changeSiteRedirects', ['listSiteRedirects']);
  const notices = useNotices();
  const { rules, problem } = redirectsOf(text);
  const submit = () => {
    setTried(true);
    if (problem || rules.length === 0) return;
    change.mutate(
      { params, body: { set: rules } },
      {
        onSuccess: () => {
          notices.success(rules.length === 1 ? 'One redirect is added.' : `${rules.length} redirects are added.`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      wide
      title="Add many redirects"
      description="One in each line: the old path, and the URL to which it leads. A path that has a redirect already gets the new one."
      action="Add"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Redirects"
        required
        className="input code"
        rows={10}
        spellCheck={false}
        placeholder={'/old/page https://docs.example.com/new/page\n/setup https://docs.example.com/install'}
        problem={isTried ? problem : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
