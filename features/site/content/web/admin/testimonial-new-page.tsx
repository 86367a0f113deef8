import { useNavigate } from 'react-router';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { RecordPage } from '#platform/web/office/record.tsx';
import { ItemEditor } from './item-editor.tsx';

const LIST = { title: 'Testimonials', to: '/admin/cms/testimonial' };

/** /admin/cms/testimonial/new */
export function Component() {
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <RecordPage list={LIST} title="New testimonial">
      <ItemEditor
        kind="testimonials"
        item={null}
        onSaved={({ id }) => {
          toast.show({ text: 'The testimonial is on the site.' });
          return navigate(`/admin/cms/testimonial/${id}/update`);
        }}
      />
    </RecordPage>
  );
}
