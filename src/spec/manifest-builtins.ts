/**
 * Built-in functions and types of the service, without the vendor name (WEB §2.6
 * `service#/functions/<name>`).
 */

export interface BuiltinFunction {
  readonly required: readonly string[];
  /** Undefined if unknown. */
  readonly outputs?: readonly string[];
}

const MESSAGE_OUTPUTS = [
  'message_timestamp',
  'message_context',
  'message_link',
  'action',
  'interactivity',
  'timestamp_started',
  'timestamp_completed',
];
const CANVAS_OUTPUTS = ['canvas_id'];

/**
 * Known functions. The list may be outdated, so an unknown name is only a warning (assumption
 * `manifest-builtin-functions`).
 */
export const BUILTIN_FUNCTIONS: { readonly [name: string]: BuiltinFunction } = {
  send_message: { required: ['channel_id', 'message'], outputs: MESSAGE_OUTPUTS },
  send_dm: { required: ['user_id', 'message'], outputs: MESSAGE_OUTPUTS },
  reply_in_thread: { required: ['message_context', 'message'], outputs: MESSAGE_OUTPUTS },
  send_ephemeral_message: { required: ['channel_id', 'user_id', 'message'], outputs: ['message_ts'] },
  open_form: {
    required: ['title', 'fields', 'interactivity'],
    outputs: ['fields', 'interactivity', 'submit_user', 'timestamp_started', 'timestamp_completed'],
  },
  add_reaction: { required: ['message_context', 'emoji'] },
  remove_reaction: { required: ['message_context', 'emoji'] },
  add_pin: { required: ['channel_id', 'message'] },
  add_bookmark: { required: ['channel_id', 'name', 'link'] },
  create_channel: { required: ['channel_name'], outputs: ['channel_id', 'manager_ids'] },
  archive_channel: { required: ['channel_id'], outputs: ['channel_id'] },
  update_channel_topic: { required: ['channel_id', 'topic'], outputs: ['topic'] },
  invite_user_to_channel: { required: ['channel_ids'], outputs: ['user_ids', 'usergroup_ids'] },
  create_usergroup: { required: ['usergroup_handle', 'usergroup_name'] },
  add_user_to_usergroup: { required: ['usergroup_id', 'user_ids'] },
  remove_user_from_usergroup: { required: ['usergroup_id', 'user_ids'] },
  delay: { required: ['minutes_to_delay'] },
  canvas_create: { required: ['title', 'owner_id'], outputs: CANVAS_OUTPUTS },
  canvas_copy: { required: ['canvas_id', 'title', 'owner_id'], outputs: CANVAS_OUTPUTS },
  canvas_update_content: { required: ['action', 'content'], outputs: CANVAS_OUTPUTS },
  channel_canvas_create: { required: ['channel_id'], outputs: CANVAS_OUTPUTS },
  share_canvas: { required: ['canvas_id', 'access_level'], outputs: CANVAS_OUTPUTS },
  share_canvas_in_thread: {
    required: ['canvas_id', 'message_context', 'access_level'],
    outputs: CANVAS_OUTPUTS,
  },
};

export const PRIMITIVE_TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;

/** Type names after `service#/types/`. */
export const BUILTIN_TYPES: readonly string[] = [
  'blocks',
  'canvas_id',
  'canvas_template_id',
  'channel_canvas_id',
  'channel_id',
  'credential/oauth2',
  'currency',
  'date',
  'expanded_rich_text',
  'file_id',
  'form_input',
  'form_input_object',
  'interactivity',
  'list_id',
  'message_context',
  'message_ts',
  'options_select',
  'rich_text',
  'salesforce_record_id',
  'search_filters',
  'search_results',
  'team_id',
  'timestamp',
  'user_context',
  'user_email',
  'user_id',
  'user_permission',
  'usergroup_id',
];
